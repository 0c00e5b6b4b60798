/// A module whose instances exist already and are given what they need afterwards.
///
/// For objects that other code creates, for example a cell that a list reuses.
public protocol ConfiguratorModule: AnyObject, Module {
  /// The configurator of this module, `X.Configurator` for a module `X`.
  associatedtype Configurator = Composition.Configurator<Self>

  /// Hands over what the instance needs; may be called again with another payload.
  func configure(dependency: Dependency, payload: Payload)
}

extension ConfiguratorModule where Dependency == Void {
  /// Configures a module that needs nothing from the graph.
  @inlinable public func configure(payload: Payload) {
    configure(dependency: (), payload: payload)
  }
}

extension ConfiguratorModule where Payload == Void {
  /// Configures a module that needs nothing from its consumer.
  @inlinable public func configure(dependency: Dependency) {
    configure(dependency: dependency, payload: ())
  }
}

extension ConfiguratorModule where Dependency == Void, Payload == Void {
  /// Configures a module that needs nothing.
  @inlinable public func configure() { configure(dependency: (), payload: ()) }
}
