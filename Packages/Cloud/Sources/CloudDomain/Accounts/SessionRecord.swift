import Core
package import FoundationEssentials

/// A stored session.
package struct SessionRecord: Equatable, Sendable {
  package let tokenHash: [UInt8]
  package let rider: RiderID
  /// When it expires unless it is used before; never after `endsAt`.
  package let expiresAt: Date
  /// When it ends however often it is used.
  package let endsAt: Date

  package init(tokenHash: [UInt8], rider: RiderID, expiresAt: Date, endsAt: Date) {
    self.tokenHash = tokenHash
    self.rider = rider
    self.expiresAt = expiresAt
    self.endsAt = endsAt
  }
}

extension SessionRecord {
  /// How long a session may be unused, and how long it may be open, in seconds.
  private static let idleTime = Double(SessionSummary.idleDays) * 24 * 3600
  private static let longest = Double(SessionSummary.longestDays) * 24 * 3600
  /// The least time by which a use that is written extends a session, in seconds.
  private static let leastExtension = Double(SessionSummary.hoursOfUse) * 3600

  /// A new session.
  package init(tokenHash: [UInt8], rider: RiderID, openedAt: Date) {
    self.init(
      tokenHash: tokenHash, rider: rider, expiresAt: openedAt + Self.idleTime,
      endsAt: openedAt + Self.longest)
  }

  package var openedAt: Date { endsAt - Self.longest }

  /// The last use that was written.
  package var usedAt: Date { max(expiresAt - Self.idleTime, openedAt) }

  package func isOpen(at time: Date) -> Bool { expiresAt > time }

  /// Returns when the session expires after a use; `nil` when that need not be written.
  package func extensionByUse(at time: Date) -> Date? {
    let expiresAt = min(time + Self.idleTime, endsAt)
    return expiresAt.seconds(since: self.expiresAt) >= Self.leastExtension ? expiresAt : nil
  }
}
