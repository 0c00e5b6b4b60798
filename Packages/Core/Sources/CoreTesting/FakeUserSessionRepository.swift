public import Basics
@_spi(SessionIssuer) public import Core

/// A repository that answers every sign-in and sign-up with one fixed result, a change with the changed
/// session, and records the calls.
public actor FakeUserSessionRepository: UserSessionRepository {
  public private(set) var signIns: [Credentials] = []
  public private(set) var signUps: [NewAccount] = []
  public private(set) var signOuts: [UserSession] = []
  public private(set) var signOutsEverywhere: [UserSession] = []
  public private(set) var profileChanges: [ProfileChange] = []
  public private(set) var resets: [PasswordReset] = []
  public private(set) var deletions: [AccountDeletion] = []
  private let stored: Result<UserSession?, FileError>
  private let duringRead: @Sendable () async -> Void
  private let duringSignIn: @Sendable () async -> Void
  private let result: Result<UserSession, AuthError>
  private let signOutOutcome: Result<SignOutOutcome, FileError>

  /// Creates a repository with its answers.
  ///
  /// - Parameters:
  ///   - stored: The answer of every read.
  ///   - duringRead: Runs before a read is answered.
  ///   - duringSignIn: Runs before a sign-in, a sign-up or a reset is answered.
  ///   - result: The answer of every sign-in, sign-up and reset; its failure that of every change
  ///     and deletion.
  ///   - signOutOutcome: The answer of every sign-out.
  public init(
    stored: Result<UserSession?, FileError> = .success(nil),
    duringRead: @escaping @Sendable () async -> Void = {},
    duringSignIn: @escaping @Sendable () async -> Void = {},
    signIn result: Result<UserSession, AuthError> = .success(.johnny),
    signOut signOutOutcome: Result<SignOutOutcome, FileError> = .success(.revoked)
  ) {
    self.stored = stored
    self.duringRead = duringRead
    self.duringSignIn = duringSignIn
    self.result = result
    self.signOutOutcome = signOutOutcome
  }

  public func readUserSession() async throws(FileError) -> UserSession? {
    await duringRead()
    return try stored.get()
  }

  public func signUp(_ account: NewAccount) async throws(AuthError) -> UserSession {
    signUps.append(account)
    await duringSignIn()
    return try result.get()
  }

  public func signIn(with credentials: Credentials) async throws(AuthError) -> UserSession {
    signIns.append(credentials)
    await duringSignIn()
    return try result.get()
  }

  public func signOut(_ session: UserSession) throws(FileError) -> SignOutOutcome {
    signOuts.append(session)
    return try signOutOutcome.get()
  }

  public func signOutEverywhere(_ session: UserSession) throws(AuthError) {
    signOutsEverywhere.append(session)
    if case .failure(let failure) = signOutOutcome { throw .sessionStore(failure) }
  }

  public func changeProfile(
    _ change: ProfileChange, of session: UserSession
  ) throws(AuthError) -> UserSession {
    profileChanges.append(change)
    _ = try result.get()
    let changed = RiderProfile(
      id: session.profile.id, name: change.name, nickname: change.nickname, email: change.email,
      mobileNumber: change.mobileNumber)
    return UserSession(profile: changed, remoteSession: session.remoteSession)
  }

  public func resetPassword(_ reset: PasswordReset) async throws(AuthError) -> UserSession {
    resets.append(reset)
    await duringSignIn()
    return try result.get()
  }

  public func deleteAccount(
    _ deletion: AccountDeletion, of session: UserSession
  ) throws(AuthError) {
    deletions.append(deletion)
    _ = try result.get()
  }
}
