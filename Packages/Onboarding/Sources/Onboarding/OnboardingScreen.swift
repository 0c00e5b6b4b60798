import Terminal

/// How a rider leaves the signed-out scope.
public enum OnboardingOutcome: Equatable, Sendable {
  /// The responder was called with the session.
  case signedIn
  /// The rider leaves the program.
  case quit
}

/// How a screen of the signed-out scope ends.
enum OnboardingStep: Equatable {
  /// The scene has changed.
  case moved
  case back
  case signedIn
  case quit
}

/// Leads from screen to screen of the signed-out scope.
@MainActor
struct OnboardingScreen: Screen {
  let model: OnboardingViewModel
  /// Creates a new screen of a scene.
  let makeScreen: @MainActor (OnboardingViewModel.Scene) -> any Screen<OnboardingStep>

  func run(on terminal: any Terminal) async throws -> OnboardingOutcome {
    while true {
      switch try await makeScreen(model.scene).run(on: terminal) {
      case .moved: continue
      case .back: model.goToWelcome()
      case .signedIn: return .signedIn
      case .quit: return .quit
      }
    }
  }
}
