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

extension CloudDependencies {
  var store: SQLStore { database.store }

  /// Uses the store on a worker and waits for the result.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable (SQLStore) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    try await workers.run { [store] () throws(StoreError) in try body(store) }
  }

  /// Uses the store on a worker for an operator and waits for the result.
  func administer<Value: Sendable>(
    _ body: @escaping @Sendable (SQLStore) throws(StoreError) -> Value
  ) async throws(AdministrationError) -> Value {
    do throws(StoreError) {
      return try await run(body)
    } catch {
      throw .database(error)
    }
  }
}

extension WorkerPool {
  /// Uses a store on a worker and waits for the result.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    let result = await run { Result { () throws(StoreError) in try body() } }
    guard let result else { throw .unavailable(reason: "it has too much to do") }
    return try result.get()
  }
}
