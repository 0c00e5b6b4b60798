import Commands
import Core
import Onboarding
import Sharing
import SignedIn
import Terminal

/// The interactive application: one screen after the other until the rider leaves.
@MainActor
struct Application {
  private let container: AppContainer
  private let terminal: any Terminal

  init(container: AppContainer) {
    self.container = container
    terminal = container.terminal
  }

  /// Shows the scene that the program is in, again and again.
  ///
  /// - Throws: ``Problem`` when something else would be written to the screen, ``PromptError`` when the rider interrupts or the terminal goes away.
  func run() async throws {
    guard !container.options.isVerbose || !terminal.capabilities.errorIsTerminal else {
      throw Problem(
        .usage, code: "verboseOnScreen",
        message: "What --verbose tells would be written over the screens.",
        hint: "Write it elsewhere, for example with 2>koober.log.")
    }
    // Held all the time, the screen stays where it is between two screens.
    let hold = terminal.capabilities.canRedraw ? try terminal.openScreen() : nil
    defer { hold?.close() }
    while try await showScene() {}
  }

  /// Shows one scene; `false` when the rider wants to leave.
  private func showScene() async throws -> Bool {
    switch container.mainViewModel.scene {
    case .launching:
      let screen = container.makeOnboardingContainer().makeLaunchScreen()
      return try await screen.run(on: terminal) == .decided
    case .onboarding:
      let screen = container.makeOnboardingContainer().makeOnboardingScreen()
      return try await screen.run(on: terminal) == .signedIn
    case .signedIn(let session):
      return try await show(SignedInScope(container: container, session: session))
    }
  }

  /// Shows what a signed-in rider wants to see, of whichever feature, until the scope ends.
  private func show(_ scope: SignedInScope) async throws -> Bool {
    let screen = scope.signedIn.makeSignedInScreen()
    while true {
      switch try await screen.run(on: terminal) {
      case .signedOut: return true
      case .quit: return false
      case .friends:
        if try await show(scope.sharing.makeFriendsScreen(), in: scope) == .signedOut {
          return true
        }
      case .inbox:
        if try await show(scope.sharing.makeInboxScreen(), in: scope) == .signedOut { return true }
      case .shareTrip(let ride):
        let screen = scope.sharing.makeShareScreen(post: NewPost(about: ride))
        if try await show(screen, in: scope) == .signedOut { return true }
      }
    }
  }

  /// Shows the screens of sharing, and the profile over them.
  private func show(
    _ screen: some Screen<SharingOutcome>, in scope: SignedInScope
  ) async throws -> ProfileOutcome {
    while try await screen.run(on: terminal) == .profile {
      let outcome = try await scope.signedIn.makeProfileScreen().run(on: terminal)
      guard outcome == .back else { return outcome }
    }
    return .back
  }
}
