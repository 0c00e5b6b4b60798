public import AuthenticationExample

/// One container for the whole process.
public struct SingleContainerComposition: AuthenticationComposition {
  private let container: KooberContainer

  public init(outside: Outside) {
    container = KooberContainer(outside: outside)
  }

  public func makeMainViewModel() -> MainViewModel {
    container.makeMainViewModel()
  }
}
