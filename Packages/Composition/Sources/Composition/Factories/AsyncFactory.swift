/// Creates instances of a module whose creation waits and may fail.
///
/// A cancelled creation ends with `CancellationError` and hands out nothing: a task that is
/// cancelled before it begins does not touch the dependency, and an instance that arrives after
/// the cancellation is dropped.
open class AsyncFactory<Module: AsyncFactoryModule> {
  @usableFromInline let lazyDependency: LazyDependency<Module.Dependency>
  @usableFromInline let make:
    (LazyDependency<Module.Dependency>, Module.Payload) async throws -> Module

  /// Creates a factory that stays with the caller's actor, or on one thread.
  ///
  /// - Parameter dependency: Evaluated at most once, on first use.
  @inlinable
  public init(dependency: @autoclosure @escaping () -> Module.Dependency) {
    lazyDependency = LazyDependency(of: Module.self, make: dependency)
    make = { try await Module(dependency: $0.resolved, payload: $1) }
  }

  @usableFromInline
  init(
    lazyDependency: LazyDependency<Module.Dependency>,
    make: @escaping (LazyDependency<Module.Dependency>, Module.Payload) async throws -> Module
  ) {
    self.lazyDependency = lazyDependency
    self.make = make
  }

  /// Creates a factory from both halves; for stubs, which have no dependency.
  package init(
    dependency: @escaping () -> Module.Dependency,
    make: @escaping (Module.Payload) async throws -> Module
  ) {
    lazyDependency = LazyDependency(of: Module.self, make: dependency)
    self.make = { try await make($1) }
  }

  /// What every instance is given; made on first use, at most once, also under concurrent use.
  ///
  /// A dependency that asks for its own factory while it is made ends the program with a message.
  @inlinable
  public final var dependency: Module.Dependency { lazyDependency.resolved }

  /// Creates an instance for a payload.
  ///
  /// - Throws: What the module's initialiser throws, or `CancellationError`.
  open func create(payload: Module.Payload) async throws -> Module {
    try Task.checkCancellation()
    let module = try await make(lazyDependency, payload)
    try Task.checkCancellation()
    return module
  }
}

extension AsyncFactory where Module: SendableMetatype, Module.Dependency: Sendable {
  /// Creates a factory that may be used from any thread.
  ///
  /// - Parameter dependency: Evaluated at most once, on first use, on the thread that is first;
  ///   the others wait for it.
  @inlinable
  public convenience init(dependency: @autoclosure @escaping @Sendable () -> Module.Dependency) {
    self.init(
      lazyDependency: LazyDependency(of: Module.self, make: dependency),
      make: { try await Module(dependency: $0.resolved, payload: $1) })
  }
}

extension AsyncFactory where Module.Dependency == Void {
  /// Creates a factory of a module that needs nothing from the graph.
  @inlinable
  public convenience init() {
    self.init(dependency: ())
  }
}

extension AsyncFactory where Module.Payload == Void {
  /// Creates an instance of a module that needs nothing from its consumer.
  ///
  /// - Throws: What the module's initialiser throws, or `CancellationError`.
  @inlinable
  public func create() async throws -> Module {
    try await create(payload: ())
  }
}

// Unchecked for the same reasons as `Factory`.
extension AsyncFactory: @unchecked Sendable
where Module: SendableMetatype, Module.Dependency: Sendable {}
