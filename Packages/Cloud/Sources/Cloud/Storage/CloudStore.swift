/// All storage ports of the cloud.
///
/// Each method is one atomic step, and what it reports as done survives a crash. Methods block
/// until the work is done; ``WorkerPool`` keeps them off the threads that must not wait.
package typealias CloudStore = AccountStore & AdminTokenStore & AuditStore & ExperimentStore
  & FlagVersionStore & FriendStore & MaintenanceStore & StoreMetrics & PlaceStore
  & PostStore & QuickStore & RideStore & SchemaStore & SessionStore

/// A store that may have rows at hand without waiting for anything.
package protocol QuickStore: Sendable {
  typealias Reads = AccountStore & PlaceStore & RideStore & SessionStore

  /// The same store, but with methods that throw ``StoreError/wouldWait`` instead of waiting for a
  /// lock, for another caller, or for a long query; `nil` where each call waits.
  var withoutWaiting: (any Reads)? { get }

  /// How many callers do more side by side than one after the other, if each brings a batch.
  var batchesAtOnce: Int { get }
}

/// Reads and migrates the version of a store's tables.
package protocol SchemaStore: Sendable {
  /// The version that this program writes.
  var newestSchemaVersion: Int { get }

  /// Returns the version of the database, 0 for an empty one; changes nothing.
  func schemaVersion() throws(StoreError) -> Int

  /// Brings the database to the newest version; makes it where it is missing.
  func migrate() throws(StoreError)
}

/// How busy a store is.
package protocol StoreMetrics: Sendable {
  var connectionUse: ConnectionUse { get }
}

/// The connections of a store to its database.
package struct ConnectionUse: Equatable, Sendable {
  package let limit: Int
  package let open: Int
  /// Those in use.
  package let busy: Int

  package init(limit: Int, open: Int, busy: Int) {
    self.limit = limit
    self.open = open
    self.busy = busy
  }
}
