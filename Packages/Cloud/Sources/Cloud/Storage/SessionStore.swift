package import Core
package import FoundationEssentials

/// Keeps open sessions; never their tokens, only the hashes of them.
package protocol SessionStore: Sendable {
  /// Adds a session and deletes some that have expired, so that they do not pile up.
  func addSession(_ session: SessionRecord, now: Date) throws(StoreFailure)

  /// Returns the session whose token has this hash, expired or not.
  func session(tokenHash: [UInt8]) throws(StoreFailure) -> SessionRecord?

  /// Deletes a session; one that is not there is no error.
  func removeSession(tokenHash: [UInt8]) throws(StoreFailure)
}

/// An open session as the cloud keeps it.
package struct SessionRecord: Equatable, Sendable {
  package let tokenHash: [UInt8]
  package let rider: Identifier<RiderProfile>
  package let expiresAt: Date

  package init(tokenHash: [UInt8], rider: Identifier<RiderProfile>, expiresAt: Date) {
    self.tokenHash = tokenHash
    self.rider = rider
    self.expiresAt = expiresAt
  }
}
