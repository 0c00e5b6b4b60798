/// Stores everything of the cloud in an SQL database.
///
/// Each method is one atomic step, and what it reports as done survives a crash. Methods block
/// until the work is done; ``WorkerPool`` keeps them off the threads that must not wait.
package final class SQLStore: Sendable {
  package let database: any SQLDatabase

  package init(_ database: any SQLDatabase) {
    self.database = database
  }

  /// Names a SQLite database; it is opened with the first use.
  ///
  /// - Parameter connections: How many callers may read a file at once.
  package static func sqlite(_ location: SQLiteLocation, connections: Int = 1) -> SQLStore {
    SQLStore(SQLiteDatabase(location, connections: connections))
  }

  /// The same store, but with methods that throw ``StoreError/wouldWait`` instead of waiting; `nil`
  /// where each call waits.
  var withoutWaiting: SQLStore? { database.withoutWaiting.map(SQLStore.init) }

  /// How many callers do more side by side than one after the other, if each brings a batch: one
  /// prepares while the other waits for the server.
  var batchesAtOnce: Int { database.dialect.hasConcurrentWriters ? 2 : 1 }
}
