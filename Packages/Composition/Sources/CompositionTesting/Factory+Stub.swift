public import Composition

extension Factory {
  /// Returns a factory that creates what the closure returns, without any dependency.
  public static func stub(_ create: @escaping (Module.Payload) -> Module) -> Factory<Module> {
    Factory(dependency: noDependency(of: Module.self), make: create)
  }

  /// Returns a factory that may be used from any thread and creates what the closure returns.
  public static func stub(
    _ create: @escaping @Sendable (Module.Payload) -> Module
  ) -> Factory<Module> where Module: Sendable, Module.Dependency: Sendable {
    Factory(dependency: noDependency(of: Module.self), make: create)
  }

  /// Returns a factory that hands out this instance, whatever the payload.
  public static func stub(_ instance: Module) -> Factory<Module> {
    Factory(dependency: noDependency(of: Module.self), make: { _ in instance })
  }
}

/// Ends the program when a dependency of a stub is used: the test would use a real one.
func noDependency<Dependency>(of module: Any.Type) -> () -> Dependency {
  {
    fatalError(
      """
      A stub for '\(module)' was asked for its dependency, and it has none. An extension of the \
      factory has to end in create(payload:) or configure(_:payload:), which the stub answers.
      """)
  }
}
