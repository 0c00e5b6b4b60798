import Basics
import Core
import CoreTesting

@testable import Auth

/// A cloud that answers every call with fixed results and records the calls.
actor FakeAuthRemoteAPI: AuthRemoteAPI {
  private(set) var signUps: [NewAccount] = []
  private(set) var revocations: [UserSession] = []
  private(set) var fullRevocations: [UserSession] = []
  private(set) var deletions: [AccountDeletion] = []
  private let session: Result<UserSession, CloudError>
  private let revocation: Result<Void, CloudError>

  init(
    signIn session: Result<UserSession, CloudError> = .success(.johnny),
    revoke revocation: Result<Void, CloudError> = .success(())
  ) {
    self.session = session
    self.revocation = revocation
  }

  func signUp(_ account: NewAccount) throws(CloudError) -> IssuedSession {
    signUps.append(account)
    return try issue()
  }

  func signIn(with credentials: Credentials) throws(CloudError) -> IssuedSession {
    try issue()
  }

  func changeProfile(
    _ change: ProfileChange, of session: UserSession
  ) throws(CloudError) -> RiderProfile {
    try revocation.get()
    return RiderProfile(
      id: session.profile.id, name: change.name, nickname: change.nickname, email: change.email,
      mobileNumber: change.mobileNumber)
  }

  func resetPassword(_ reset: PasswordReset) throws(CloudError) -> IssuedSession {
    try issue()
  }

  private func issue() throws(CloudError) -> IssuedSession { IssuedSession(try session.get()) }

  func deleteAccount(
    _ deletion: AccountDeletion, of session: UserSession
  ) throws(CloudError) {
    deletions.append(deletion)
    try revocation.get()
  }

  func revoke(_ session: UserSession) throws(CloudError) {
    revocations.append(session)
    try revocation.get()
  }

  func revokeAll(of session: UserSession) throws(CloudError) {
    fullRevocations.append(session)
    try revocation.get()
  }
}

/// A store on which nothing works.
struct FailingUserSessionDataStore: UserSessionDataStore {
  let failure: FileError
  let description = UserSessionStoreDescription(
    kind: "failing", location: "nowhere", encrypted: false)

  func read() throws(FileError) -> [UInt8]? { throw failure }
  func save(_ content: [UInt8]) throws(FileError) { throw failure }
  func delete() throws(FileError) { throw failure }
}
