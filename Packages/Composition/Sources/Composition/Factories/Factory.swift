/// Creates instances of one module: it holds the dependency, the consumer brings the payload.
///
/// Customize it for one module with a constrained extension that ends in ``create(payload:)``:
///
///     extension Factory where Module == ShareViewModel {
///       func create(sharing title: String) -> ShareViewModel { create(payload: Post(title)) }
///     }
open class Factory<Module: FactoryModule> {
  @usableFromInline let lazyDependency: LazyDependency<Module.Dependency>
  // A closure made where `Module` is known, so that creating runs specialized code.
  @usableFromInline let make: (LazyDependency<Module.Dependency>, Module.Payload) -> Module

  /// Creates a factory that stays with the caller's actor, or on one thread.
  ///
  /// - Parameter dependency: Evaluated at most once, on first use.
  @inlinable public init(dependency: @autoclosure @escaping () -> Module.Dependency) {
    lazyDependency = LazyDependency(of: Module.self, make: dependency)
    make = { Module(dependency: $0.resolved, payload: $1) }
  }

  @usableFromInline init(
    lazyDependency: LazyDependency<Module.Dependency>,
    make: @escaping (LazyDependency<Module.Dependency>, Module.Payload) -> Module
  ) {
    self.lazyDependency = lazyDependency
    self.make = make
  }

  /// Creates a factory from both halves; for stubs, which have no dependency.
  package init(
    dependency: @escaping () -> Module.Dependency, make: @escaping (Module.Payload) -> Module
  ) {
    lazyDependency = LazyDependency(of: Module.self, make: dependency)
    self.make = { make($1) }
  }

  /// The dependency of all instances; created on first use, once, also under concurrent use.
  ///
  /// A dependency that requires its own factory while it is created ends the program.
  @inlinable public final var dependency: Module.Dependency { lazyDependency.resolved }

  /// Creates an instance for a payload.
  @inlinable open func create(payload: Module.Payload) -> Module {
    make(lazyDependency, payload)
  }
}

extension Factory where Module: SendableMetatype, Module.Dependency: Sendable {
  /// Creates a factory that may be used from any thread.
  ///
  /// - Parameter dependency: Evaluated at most once, on first use, on the thread that is first;
  ///   the others wait for it.
  @inlinable
  public convenience init(dependency: @autoclosure @escaping @Sendable () -> Module.Dependency) {
    self.init(
      lazyDependency: LazyDependency(of: Module.self, make: dependency),
      make: { Module(dependency: $0.resolved, payload: $1) })
  }
}

extension Factory where Module.Dependency == Void {
  /// Creates a factory of a module that needs nothing from the graph.
  @inlinable public convenience init() { self.init(dependency: ()) }
}

extension Factory where Module.Payload == Void {
  /// Creates an instance of a module that needs nothing from its consumer.
  @inlinable public func create() -> Module { create(payload: ()) }
}

// An open class can only conform unchecked. Proof: both properties are constant, and
// `LazyDependency` publishes its value once, behind a lock. Where the condition is met, overload
// resolution picks the initializer (or stub) that takes a `@Sendable` closure; only generic code
// that hides the condition could pass another one, and it has to keep that factory to itself.
// A module with an isolated conformance is rejected wherever its factory is used off its actor.
// A subclass has to state its own conformance.
extension Factory: @unchecked Sendable
where Module: SendableMetatype, Module.Dependency: Sendable {}
