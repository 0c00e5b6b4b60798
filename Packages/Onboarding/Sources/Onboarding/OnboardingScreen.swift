import Terminal

/// What a rider leaves the signed-out scope for.
public enum OnboardingOutcome: Equatable, Sendable {
  /// The responder above has been told of the session.
  case signedIn
  /// The rider wants to leave the program.
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
  /// Makes the screen of a scene, new each time.
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
