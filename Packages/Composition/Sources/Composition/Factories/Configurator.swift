/// Configures existing instances of one module: it holds the dependency, the consumer brings the
/// instance and the payload.
open class Configurator<Module: ConfiguratorModule> {
  @usableFromInline let lazyDependency: LazyDependency<Module.Dependency>
  // A closure made where `Module` is known, so that configuring runs specialized code.
  @usableFromInline let apply: (LazyDependency<Module.Dependency>, Module, Module.Payload) -> Void

  /// Creates a configurator that stays with the caller's actor, or on one thread.
  ///
  /// - Parameter dependency: Evaluated at most once, on first use.
  @inlinable public init(dependency: @autoclosure @escaping () -> Module.Dependency) {
    lazyDependency = LazyDependency(of: Module.self, make: dependency)
    apply = { $1.configure(dependency: $0.resolved, payload: $2) }
  }

  @usableFromInline init(
    lazyDependency: LazyDependency<Module.Dependency>,
    apply: @escaping (LazyDependency<Module.Dependency>, Module, Module.Payload) -> Void
  ) {
    self.lazyDependency = lazyDependency
    self.apply = apply
  }

  /// Creates a configurator from both halves; for stubs, which have no dependency.
  package init(
    dependency: @escaping () -> Module.Dependency, apply: @escaping (Module, Module.Payload) -> Void
  ) {
    lazyDependency = LazyDependency(of: Module.self, make: dependency)
    self.apply = { apply($1, $2) }
  }

  /// The dependency of all instances; created on first use, once, also under concurrent use.
  ///
  /// A dependency that requires its own configurator while it is created ends the program with a
  /// message.
  @inlinable public final var dependency: Module.Dependency { lazyDependency.resolved }

  /// Configures an instance with a payload.
  @inlinable open func configure(_ module: Module, payload: Module.Payload) {
    apply(lazyDependency, module, payload)
  }
}

extension Configurator where Module: SendableMetatype, Module.Dependency: Sendable {
  /// Creates a configurator that may be used from any thread.
  ///
  /// - Parameter dependency: Evaluated at most once, on first use, on the thread that is first;
  ///   the others wait for it.
  @inlinable
  public convenience init(dependency: @autoclosure @escaping @Sendable () -> Module.Dependency) {
    self.init(
      lazyDependency: LazyDependency(of: Module.self, make: dependency),
      apply: { $1.configure(dependency: $0.resolved, payload: $2) })
  }
}

extension Configurator where Module.Dependency == Void {
  /// Creates a configurator of a module that needs nothing from the graph.
  @inlinable public convenience init() { self.init(dependency: ()) }
}

extension Configurator where Module.Payload == Void {
  /// Configures an instance of a module that needs nothing from its consumer.
  @inlinable public func configure(_ module: Module) { configure(module, payload: ()) }
}

// Proof: as for `Factory`, both properties are constant, and `LazyDependency` publishes its value once,
// behind a lock.
extension Configurator: @unchecked Sendable
where Module: SendableMetatype, Module.Dependency: Sendable {}
