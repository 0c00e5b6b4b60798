/// Keeps the session as long as the process lives.
public actor InMemoryUserSessionDataStore: UserSessionDataStore {
  public nonisolated let description = UserSessionStoreDescription(
    kind: "memory", location: "this process", encrypted: false)
  private var content: [UInt8]?

  /// Creates an empty store.
  public init() {}

  public func read() -> [UInt8]? { content }

  public func save(_ content: [UInt8]) {
    self.content = content
  }

  public func delete() {
    content = nil
  }
}
