/// A module whose creation waits for something, and may fail.
public protocol AsyncFactoryModule: Module {
  /// The factory of this module, `X.Factory` for a module `X`.
  associatedtype Factory = AsyncFactory<Self>

  /// Creates an instance, or throws why it could not.
  init(dependency: Dependency, payload: Payload) async throws
}

extension AsyncFactoryModule where Dependency == Void {
  /// Creates an instance of a module that needs nothing from the graph.
  @inlinable
  public init(payload: Payload) async throws {
    try await self.init(dependency: (), payload: payload)
  }
}

extension AsyncFactoryModule where Payload == Void {
  /// Creates an instance of a module that needs nothing from its consumer.
  @inlinable
  public init(dependency: Dependency) async throws {
    try await self.init(dependency: dependency, payload: ())
  }
}

extension AsyncFactoryModule where Dependency == Void, Payload == Void {
  /// Creates an instance of a module that needs nothing.
  @inlinable
  public init() async throws {
    try await self.init(dependency: (), payload: ())
  }
}
