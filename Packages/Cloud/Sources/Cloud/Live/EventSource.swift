package import CloudDomain
package import CloudStore
package import Core
package import FoundationEssentials

/// The reader's side of one stream: what it has told, and what there is to tell next.
package protocol EventSource: Sendable {
  /// The rider whose counter of events moves with each change that the stream may tell.
  var rider: RiderID { get }
  /// The last number of that counter that was looked at.
  var sequence: Int { get }
  /// The riders and rides whose changes wake the stream.
  var keys: Set<String> { get }
  /// Whether something happens as time passes.
  var isMoving: Bool { get }
  /// Whether nothing more will be told.
  var hasEnded: Bool { get }
  /// How many streams there may be with each key.
  var quotas: [(key: String, count: Int)] { get }

  /// Returns the events since the last call.
  ///
  /// - Parameter isChanged: Whether something may have changed in the store, not the time alone.
  /// - Throws: ``StoreError``, or ``APIError`` when the reader may not read on.
  mutating func next(
    at now: Date, isChanged: Bool, from store: SQLStore
  ) throws -> [ServerSentEvent]
}
