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
      case .friends: _ = try await scope.sharing.makeFriendsScreen().run(on: terminal)
      case .inbox: _ = try await scope.sharing.makeInboxScreen().run(on: terminal)
      case .shareTrip(let ride):
        _ = try await scope.sharing.makeShareScreen(post: NewPost(about: ride)).run(on: terminal)
      }
    }
  }
}
