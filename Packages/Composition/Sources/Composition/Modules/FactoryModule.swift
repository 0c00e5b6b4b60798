/// A type that is put together from two things: what it always needs and what it needs this time.
///
/// `Dependency` exists when the graph is composed (services, other factories); `Payload`
/// only at run time (a session, a location, a post). Either may be left out.
public protocol Module {
  /// The dependency, which the graph supplies once for all instances.
  associatedtype Dependency = Void
  /// The payload, which the consumer supplies for each instance.
  associatedtype Payload = Void
}

/// A module whose instances are created with a payload each.
///
/// Conform with an isolated conformance where the module belongs to an actor:
///
///     @MainActor final class ShareViewModel: @MainActor FactoryModule { … }
public protocol FactoryModule: Module {
  /// The factory of this module, `X.Factory` for a module `X`.
  associatedtype Factory = Composition.Factory<Self>

  /// Creates an instance.
  init(dependency: Dependency, payload: Payload)
}

extension FactoryModule where Dependency == Void {
  /// Creates an instance of a module that needs nothing from the graph.
  @inlinable public init(payload: Payload) { self.init(dependency: (), payload: payload) }
}

extension FactoryModule where Payload == Void {
  /// Creates an instance of a module that needs nothing from its consumer.
  @inlinable public init(dependency: Dependency) {
    self.init(dependency: dependency, payload: ())
  }
}

extension FactoryModule where Dependency == Void, Payload == Void {
  /// Creates an instance of a module that needs nothing.
  @inlinable public init() { self.init(dependency: (), payload: ()) }
}
