package import Core
package import FoundationEssentials

/// A stored session.
package struct SessionRecord: Equatable, Sendable {
  package let tokenHash: [UInt8]
  package let rider: Identifier<RiderProfile>
  /// When it expires unless it is used before; never after `endsAt`.
  package let expiresAt: Date
  /// When it ends however often it is used.
  package let endsAt: Date
}
