/// The database of a cloud; it is opened by the first request that needs it.
public struct CloudDatabase: Sendable {
  package let store: SQLStore
  package init(store: SQLStore) { self.store = store }

  /// A SQLite file; it and its folder are made, for their owner only, where they are missing.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - connections: How many requests may read at once; a command needs one.
  public static func sqlite(path: String, connections: Int = 1) -> CloudDatabase {
    CloudDatabase(store: SQLStore.sqlite(.file(path: path), connections: connections))
  }

  /// A database in memory, deleted with the last reference to it.
  public static func inMemory() -> CloudDatabase {
    CloudDatabase(store: SQLStore.sqlite(.memory, connections: 1))
  }
}
