import Basics
@_spi(SessionIssuer) import Core
import FoundationEssentials

extension AccountService {
  /// Returns the rider of a session, which expires later from now on.
  func rider(of session: SessionRecord?) throws -> RiderID {
    let now = clock.now.inWholeMilliseconds
    guard let session, session.expiresAt > now else { throw APIError.notSignedIn }
    let expiresAt = min(now + SessionLifetime.idleTime, session.endsAt)
    let gain = expiresAt.milliseconds - session.expiresAt.milliseconds
    if gain >= SessionLifetime.leastExtension {
      do throws(StoreError) {
        try store.extendSession(tokenHash: session.tokenHash, to: expiresAt)
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
      sessions: try store.sessions(of: rider).filter { $0.expiresAt > now }.map {
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
    let token = SessionTokens(randomBytes: randomBytes).makeToken()
    let endsAt = now + SessionLifetime.longest
    let session = UserSession(
      profile: profile,
      remoteSession: RemoteUserSession(token: token, expiresAt: endsAt, flagSubject: flagSubject))
    let record = SessionRecord(
      tokenHash: SessionTokens.hash(token), rider: profile.id,
      expiresAt: now + SessionLifetime.idleTime, endsAt: endsAt)
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
      id: id, openedAt: endsAt - SessionLifetime.longest,
      usedAt: max(expiresAt - SessionLifetime.idleTime, endsAt - SessionLifetime.longest),
      endsAt: endsAt, isCurrent: tokenHash == current)
  }
}

/// The lifetime of sessions, in seconds, and their largest number.
enum SessionLifetime {
  /// A session that is not used for 30 days expires.
  static let idleTime = 30.0 * 24 * 3600
  /// A session ends 180 days after it was opened.
  static let longest = 180.0 * 24 * 3600
  /// That a session was used is written at most once a day; in milliseconds.
  static let leastExtension: Int64 = 24 * 3600 * 1000
  /// The most sessions of an account.
  static let largestCount = 20
}
