import Synchronization

/// A child container that is made when it is first asked for, once, and lives as long as its parent.
final class Once<Container: Sendable>: Sendable {
  private let container = Mutex<Container?>(nil)

  /// Returns the container; `make` is called the first time.
  func callAsFunction(_ make: () -> Container) -> Container {
    container.withLock { container in
      if let container { return container }
      let made = make()
      container = made
      return made
    }
  }
}
