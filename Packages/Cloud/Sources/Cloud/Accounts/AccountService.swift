import CloudStore
import Basics
@_spi(SessionIssuer) import Core
import CloudDomain
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
    try store.addSession(
      record, atMost: SessionSummary.largestCount, now: store.deletionTime(at: now))
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

  /// Returns the rider of a session, which expires later from now on.
  func rider(of session: SessionRecord?) throws -> RiderID {
    let now = clock.now.inWholeMilliseconds
    guard let session, session.isOpen(at: now) else { throw APIError.notSignedIn }
    if let expiresAt = session.extensionByUse(at: now) {
      do throws(StoreError) {
        // A lock on the database must not take the request's time.
        let deadline = RequestDeadline(after: .seconds(1))
        try store.deadlines.work(until: deadline) { () throws(StoreError) in
          try store.extendSession(tokenHash: session.tokenHash, to: expiresAt)
        }
      } catch let error where error == .wouldBlock {
        throw error
      } catch {
        // Without it the request succeeds all the same, and the next one tries again.
      }
    }
    return session.rider
  }

  /// Returns a rider's open sessions, newest first.
  func sessions(of rider: RiderID, current tokenHash: [UInt8]) throws -> SessionList {
    let now = clock.now
    return SessionList(
      sessions: try store.sessions(of: rider).filter { $0.isOpen(at: now) }.map {
        $0.summary(current: tokenHash)
      })
  }

  func revokeSession(
    _ id: Identifier<UserSession>, of rider: RiderID, from address: String?
  ) throws {
    guard let session = try store.sessions(of: rider).first(where: { $0.id == id }) else {
      throw APIError.notFound("session", id.rawValue, hint: "Look at the list of your sessions.")
    }
    try store.removeSession(tokenHash: session.tokenHash, of: rider)
    audit.record(.sessionRevocation, by: .rider(rider), from: address)
  }

  func openSession(
    for profile: RiderProfile, _ flagSubject: String?, now: Date
  ) -> (UserSession, SessionRecord) {
    let token = SessionTokens.make(randomBytes)
    let record = SessionRecord(
      tokenHash: SessionTokens.hash(token), rider: profile.id, openedAt: now)
    let session = UserSession(
      profile: profile,
      remoteSession: RemoteUserSession(
        token: token, expiresAt: record.endsAt, flagSubject: flagSubject))
    return (session, record)
  }
}

extension SessionRecord {
  /// The first 64 bits of the hash of the token's hash, in hexadecimal digits.
  fileprivate var id: Identifier<UserSession> {
    Identifier(Hexadecimal.encode(Digest.hash(tokenHash).prefix(8)))
  }

  func summary(current: [UInt8]) -> SessionSummary {
    SessionSummary(
      id: id, openedAt: openedAt, usedAt: usedAt, endsAt: endsAt,
      isCurrent: tokenHash == current)
  }
}
