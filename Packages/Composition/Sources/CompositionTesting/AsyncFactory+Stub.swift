public import Composition

extension AsyncFactory {
  /// Returns a factory that creates what the closure returns or throws, without any dependency.
  public static func stub(
    _ create: @escaping (Module.Payload) async throws -> Module
  ) -> AsyncFactory<Module> {
    AsyncFactory(dependency: noDependency(of: Module.self), make: create)
  }

  /// Returns a factory that may be used from any thread and creates what the closure returns.
  public static func stub(
    _ create: @escaping @Sendable (Module.Payload) async throws -> Module
  ) -> AsyncFactory<Module> where Module: Sendable, Module.Dependency: Sendable {
    AsyncFactory(dependency: noDependency(of: Module.self), make: create)
  }

  /// Returns a factory that hands out this instance, whatever the payload.
  public static func stub(_ instance: Module) -> AsyncFactory<Module> {
    AsyncFactory(dependency: noDependency(of: Module.self), make: { _ in instance })
  }
}
