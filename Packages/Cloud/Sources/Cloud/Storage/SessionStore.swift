package import Core
package import FoundationEssentials

/// Keeps open sessions; never their tokens, only the hashes of them.
package protocol SessionStore: Sendable {
  /// Adds a session; ends the rider's oldest ones that are too many with it, and deletes some
  /// that have expired, so that they do not pile up.
  ///
  /// - Parameter count: How many sessions the rider may have, the new one included.
  func addSession(
    _ session: SessionRecord, atMost count: Int, now: Date
  ) throws(StoreError)

  /// Returns the sessions whose tokens have these hashes, expired or not, in the hashes' order.
  func sessions(tokenHashes: [[UInt8]]) throws(StoreError) -> [SessionRecord?]

  /// Moves the time at which a session expires without being used.
  func extendSession(tokenHash: [UInt8], to expiresAt: Date) throws(StoreError)

  /// Deletes a session; a missing one is no error.
  func removeSession(tokenHash: [UInt8]) throws(StoreError)

  /// Returns a rider's sessions, those that were opened last first.
  func sessions(of rider: Identifier<RiderProfile>) throws(StoreError) -> [SessionRecord]

  /// Deletes all sessions of a rider.
  func removeSessions(of rider: Identifier<RiderProfile>) throws(StoreError)
}

extension SessionStore {
  /// Returns the session whose token has this hash, expired or not.
  package func session(tokenHash: [UInt8]) throws(StoreError) -> SessionRecord? {
    try sessions(tokenHashes: [tokenHash])[0]
  }
}

/// A stored session.
package struct SessionRecord: Equatable, Sendable {
  package let tokenHash: [UInt8]
  package let rider: Identifier<RiderProfile>
  /// When it expires unless it is used before; never after `endsAt`.
  package let expiresAt: Date
  /// When it ends however often it is used.
  package let endsAt: Date

  package init(
    tokenHash: [UInt8], rider: Identifier<RiderProfile>, expiresAt: Date, endsAt: Date
  ) {
    self.tokenHash = tokenHash
    self.rider = rider
    self.expiresAt = expiresAt
    self.endsAt = endsAt
  }
}
