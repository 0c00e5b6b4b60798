@_spi(SessionIssuer) import Core
import FoundationEssentials

/// Opens accounts and sessions, and ends sessions.
struct AccountService: Sendable {
  let store: any AccountStore & SessionStore
  let clock: any WallClock
  let randomBytes: any RandomBytes
  let hasher: PasswordHasher
  let audit: AuditLog

  private var tokens: SessionTokens { SessionTokens(randomBytes: randomBytes) }

  func signUp(_ typed: NewAccount, from address: String?) throws -> UserSession {
    let account = typed.normalized
    if let problem = account.problems.first { throw APIError.invalid(problem) }
    let now = clock.now.inWholeMilliseconds
    let profile = RiderProfile(
      id: Identifier(randomBytes.makeIdentifier()), name: account.name,
      nickname: account.nickname, email: account.email, mobileNumber: account.mobileNumber)
    let (session, record) = openSession(for: profile, now: now)
    let hash = try hasher.hash(account.password)
    let isAdded = try store.addAccount(
      AccountRecord(profile: profile, passwordHash: hash, createdAt: now), session: record)
    guard isAdded else { throw APIError.emailTaken(account.email) }
    audit.record(.signUp, by: .rider(profile.id), from: address)
    return session
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
    let (session, record) = openSession(for: account.profile, now: now)
    try store.addSession(record, atMost: SessionLimits.largestCount, now: now)
    audit.record(.signIn, by: .rider(account.profile.id), from: address)
    return session
  }

  func signOut(
    _ rider: Identifier<RiderProfile>, tokenHash: [UInt8], from address: String?
  ) throws {
    try store.removeSession(tokenHash: tokenHash)
    audit.record(.signOut, by: .rider(rider), from: address)
  }

  func signOutEverywhere(_ rider: Identifier<RiderProfile>, from address: String?) throws {
    try store.removeSessions(of: rider)
    audit.record(.signOutEverywhere, by: .rider(rider), from: address)
  }

  func profile(of rider: Identifier<RiderProfile>) throws -> RiderProfile {
    guard let profile = try store.profile(of: rider) else { throw APIError.notSignedIn }
    return profile
  }

  /// Returns the rider whose session's token has this hash; the session expires later from now on.
  func rider(tokenHash: [UInt8]) throws -> Identifier<RiderProfile> {
    let now = clock.now.inWholeMilliseconds
    guard let session = try store.session(tokenHash: tokenHash), session.expiresAt > now
    else { throw APIError.notSignedIn }
    let expiresAt = min(now + SessionLimits.idleTime, session.endsAt)
    let gain = expiresAt.milliseconds - session.expiresAt.milliseconds
    if gain >= SessionLimits.leastExtension {
      // Without it the request succeeds all the same, and the next one tries again.
      try? store.extendSession(tokenHash: tokenHash, to: expiresAt)
    }
    return session.rider
  }

  private func openSession(
    for profile: RiderProfile, now: Date
  ) -> (UserSession, SessionRecord) {
    let token = tokens.makeToken()
    let endsAt = now + SessionLimits.lifetime
    let session = UserSession(
      profile: profile, remoteSession: RemoteUserSession(token: token, expiresAt: endsAt))
    let record = SessionRecord(
      tokenHash: SessionTokens.hash(token), rider: profile.id,
      expiresAt: now + SessionLimits.idleTime, endsAt: endsAt)
    return (session, record)
  }
}

/// The lifetime of sessions, in seconds, and their largest number.
private enum SessionLimits {
  /// A session that is not used for 30 days expires.
  static let idleTime = 30.0 * 24 * 3600
  /// A session ends 180 days after it was opened.
  static let lifetime = 180.0 * 24 * 3600
  /// That a session was used is written at most once a day; in milliseconds.
  static let leastExtension: Int64 = 24 * 3600 * 1000
  /// The most sessions of an account.
  static let largestCount = 20
}
