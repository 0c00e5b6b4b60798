public import Composition

extension Configurator {
  /// Returns a configurator that does nothing.
  public static func stub() -> Configurator<Module> {
    Configurator(dependency: noDependency(of: Module.self), apply: { _, _ in })
  }

  /// Returns a configurator that calls the closure, without any dependency.
  public static func stub(
    _ configure: @escaping (Module, Module.Payload) -> Void
  ) -> Configurator<Module> {
    Configurator(dependency: noDependency(of: Module.self), apply: configure)
  }

  /// Returns a configurator that may be used from any thread and calls the closure.
  public static func stub(
    _ configure: @escaping @Sendable (Module, Module.Payload) -> Void
  ) -> Configurator<Module> where Module: Sendable, Module.Dependency: Sendable {
    Configurator(dependency: noDependency(of: Module.self), apply: configure)
  }
}
