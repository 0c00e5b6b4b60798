import Core
import FoundationEssentials

/// Opens accounts and sessions, and ends sessions.
struct AccountService: Sendable {
  var store: SQLStore
  let clock: any WallClock
  let randomBytes: any RandomBytes
  let hasher: PasswordHasher
  let audit: AuditLog

  func signUp(_ typed: NewAccount, from address: String?) throws -> UserSession {
    let account = typed.normalized
    if let problem = account.problems.first { throw APIError.invalid(problem) }
    let now = clock.now.inWholeMilliseconds
    let profile = RiderProfile(
      id: Identifier(randomBytes.makeIdentifier()), name: account.name,
      nickname: account.nickname, email: account.email, mobileNumber: account.mobileNumber)
    let flagSubject = try flagSubject(of: account)
    let (session, record) = openSession(for: profile, flagSubject, now: now)
    let hash = try hasher.hash(account.password)
    let isAdded = try store.addAccount(
      AccountRecord(profile: profile, passwordHash: hash, createdAt: now, flagSubject: flagSubject),
      session: record)
    guard isAdded else { throw APIError.emailTaken(account.email) }
    audit.record(.signUp, by: .rider(profile.id), from: address)
    return session
  }

  /// Returns the key by which flags choose for a new account. It is secret: a client that knows it
  /// can send events of experiments in its name.
  ///
  /// It is decided once, here. The subject of an earlier sign-up on the same installation stays that
  /// rider's alone: two riders are two subjects of an experiment.
  private func flagSubject(of account: NewAccount) throws -> String {
    guard let subject = account.flagSubject else { return randomBytes.makeIdentifier() }
    guard (1...64).contains(subject.utf8.count),
      subject.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else {
      throw APIError.invalid(
        "flagSubject", "The subject of flags is not 1 to 64 visible ASCII characters.")
    }
    return try store.hasFlagSubject(subject) ? randomBytes.makeIdentifier() : subject
  }

  func signIn(_ credentials: Credentials, from address: String?) throws -> UserSession {
    let email = credentials.email.normalizedEmail
    let account = try store.account(email: email)
    // An unknown e-mail costs a comparison too: the time does not reveal who has an account.
    let hash = account?.passwordHash ?? hasher.dummyHash
    let isRight = try hasher.isPassword(credentials.password, of: hash)
    guard let account, isRight else {
      audit.record(.signInFailure, by: .email(email), from: address)
      throw APIError.wrongCredentials(email: email)
    }
    if hasher.isOutdated(hash) {
      try store.replacePasswordHash(
        of: account.profile.id, old: hash, new: hasher.hash(credentials.password))
    }
    let now = clock.now.inWholeMilliseconds
    let (session, record) = openSession(for: account.profile, account.flagSubject, now: now)
    try store.addSession(record, atMost: SessionLifetime.largestCount, now: now)
    audit.record(.signIn, by: .rider(account.profile.id), from: address)
    return session
  }

  func signOut(_ rider: RiderID, tokenHash: [UInt8], from address: String?) throws {
    try store.removeSession(tokenHash: tokenHash, of: rider)
    audit.record(.signOut, by: .rider(rider), from: address)
  }

  func signOutEverywhere(_ rider: RiderID, from address: String?) throws {
    try store.removeSessions(of: rider)
    audit.record(.signOutEverywhere, by: .rider(rider), from: address)
  }

  func profile(of rider: RiderID) throws -> RiderProfile {
    guard let profile = try store.profile(of: rider) else { throw APIError.notSignedIn }
    return profile
  }
}
