public import AuthenticationExample

/// A container for each scope, created and released with it.
public struct ContainerHierarchyComposition: AuthenticationComposition {
  private let container: AppContainer

  public init(outside: Outside) {
    container = AppContainer(outside: outside)
  }

  public func makeMainViewModel() -> MainViewModel {
    container.makeMainViewModel()
  }
}
