public import Core
public import Terminal

/// Leads from the welcome to a session.
@MainActor public final class OnboardingFlow {
  private let scenes: Scenes<OnboardingScene>
  init(scenes: Scenes<OnboardingScene>) { self.scenes = scenes }

  /// Shows the screens until there is a session or the rider leaves.
  ///
  /// - Parameters:
  ///   - terminal: Shows the screens.
  ///   - endedSession: The session that the cloud has ended, whose rider signs in again.
  ///   - news: An additional line of the welcome screen.
  public func run(
    on terminal: any Terminal, endedSession: UserSession? = nil, news: String? = nil
  ) async throws -> NavigationEnd {
    if let endedSession {
      let setup = SignInSetup(email: endedSession.profile.email, isAfterEndedSession: true)
      // The welcome begins below before the form comes over it.
      Task { scenes.push(.signIn(setup)) }
    }
    return try await scenes.run(from: .welcome(news: news), on: terminal)
  }
}
