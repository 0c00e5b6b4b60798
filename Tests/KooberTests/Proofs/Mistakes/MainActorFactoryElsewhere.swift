import Composition

@MainActor
final class Form: @MainActor FactoryModule {
  typealias Dependency = String

  init(dependency: String, payload: Void) {}
}

#if !MISTAKE
  @MainActor
#endif
func open(with factory: Form.Factory) -> Form {
  factory.create()
}
