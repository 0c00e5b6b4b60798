public import Core
public import Terminal

/// How a rider leaves the screens of the signed-in scope.
public enum SignedInOutcome: Equatable, Sendable {
  /// The responder was called.
  case signedOut
  /// The rider has chosen an entry of the menu.
  case open(MenuEntry)
  /// The rider has chosen what to do with a ride.
  case openRide(MenuEntry, Ride)
  /// The rider leaves the program.
  case quit
}

/// Shows the screens of the signed-in scope; run again, it continues where it was left.
@MainActor
final class SignedInScreen: Screen {
  private let model: SignedInViewModel
  private let container: SignedInContainer
  private let makeScreen: @MainActor (SignedInViewModel.Scene) -> any SceneScreen
  private var current: (scene: SignedInViewModel.Scene, screen: any SceneScreen)?

  /// - Parameter makeScreen: Makes the screen of a new scene.
  init(
    model: SignedInViewModel, container: SignedInContainer,
    makeScreen: @escaping @MainActor (SignedInViewModel.Scene) -> any SceneScreen
  ) {
    self.model = model
    self.makeScreen = makeScreen
    self.container = container
  }

  func run(on terminal: any Terminal) async throws -> SignedInOutcome {
    while true {
      let screen = screenOfScene()
      screen.step = nil
      switch try await screen.run(on: terminal) {
      case .moved: continue
      case .rides: if try await showRides(on: terminal) == .signedOut { return .signedOut }
      case .profile: if try await showProfile(on: terminal) == .signedOut { return .signedOut }
      case .leave(let outcome): return outcome
      }
    }
  }

  private func showProfile(on terminal: any Terminal) async throws -> ProfileOutcome {
    try await container.makeProfileScreen().run(on: terminal)
  }

  /// Shows the rides, and the profile over them.
  private func showRides(on terminal: any Terminal) async throws -> ProfileOutcome {
    while try await container.makeRideHistoryScreen().run(on: terminal) == .profile {
      if try await showProfile(on: terminal) == .signedOut { return .signedOut }
    }
    return .back
  }

  /// The screen of the current scene, new for a new scene.
  private func screenOfScene() -> any SceneScreen {
    if let current, current.scene == model.scene { return current.screen }
    let screen = makeScreen(model.scene)
    current = (model.scene, screen)
    return screen
  }
}
