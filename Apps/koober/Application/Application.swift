import Commands
import Core
import Onboarding
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
  /// - Throws: ``Problem`` when other output would disturb the screen, ``PromptError`` when the
  ///   rider interrupts or the terminal is closed.
  func run() async throws {
    guard !container.options.isVerbose || !terminal.capabilities.errorIsTerminal else {
      throw Problem(
        .usage, code: "verboseOnScreen",
        message: "The log of --verbose would be written over the screens.",
        hint: "Write it elsewhere, for example with 2>koober.log.")
    }
    // Held all the time, the screen stays where it is between two screens.
    let hold = terminal.capabilities.canRedraw ? try terminal.openScreen() : nil
    defer { hold?.close() }
    while try await showScene() {}
  }

  /// Shows one scene; `false` when the rider leaves.
  private func showScene() async throws -> Bool {
    switch container.mainViewModel.scene {
    case .launching:
      let screen = container.makeOnboardingContainer().makeLaunchScreen()
      return try await screen.run(on: terminal) == .decided
    case .onboarding:
      let screen = container.makeOnboardingContainer().makeOnboardingScreen()
      return try await screen.run(on: terminal) == .signedIn
    case .signedIn(let session):
      return try await show(container.openRiderScope(of: session))
    }
  }

  /// Shows the screens of all features to a signed-in rider until the scope ends.
  private func show(_ rider: RiderContainer) async throws -> Bool {
    let signedIn = rider.makeSignedInContainer()
    let screen = signedIn.makeSignedInScreen()
    while true {
      switch try await screen.run(on: terminal) {
      case .signedOut: return true
      case .quit: return false
      case .open(let entry):
        let item = [Feature].all.flatMap(\.menu).first { $0.entry == entry }
        if try await show(item?.makeVisit(rider), over: signedIn) == .signedOut { return true }
      case .openRide(let entry, let ride):
        let item = [Feature].all.flatMap(\.rideMenu).first { $0.entry == entry }
        if try await show(item?.makeVisit(rider, ride), over: signedIn) == .signedOut {
          return true
        }
      }
    }
  }

  /// Shows the screens of a menu's entry, and the profile over them.
  private func show(
    _ visit: MenuItem.Visit?, over signedIn: SignedInContainer
  ) async throws -> ProfileOutcome {
    while try await visit?(terminal) == true {
      let outcome = try await signedIn.makeProfileScreen().run(on: terminal)
      guard outcome == .back else { return outcome }
    }
    return .back
  }
}
