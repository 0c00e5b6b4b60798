/// One way to put the graph together; the whole of it is reached through the main view model.
@MainActor
public protocol AuthenticationComposition {
  /// Prepares the graph over what is outside of it.
  init(outside: Outside)
  /// Returns the root of the graph; called once.
  func makeMainViewModel() -> MainViewModel
}
