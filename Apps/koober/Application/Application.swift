import Console
import Core
import Onboarding
import RideUI
import SignedIn
import Terminal

/// The interactive application: one screen after the other until the rider leaves.
@MainActor
struct Application {
  let container: AppContainer
  /// Finds a scene to show over the first one of a rider.
  var linkScene: Feature.LinkScene?

  private var terminal: any Terminal { container.terminal }

  /// Shows the current scene until the program ends.
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
    await container.prepareFlags()
    var link = linkScene
    while try await showScene(&link) == .finished {}
  }

  /// Shows the screens of one scene until the scene has changed or the rider quits.
  private func showScene(_ link: inout Feature.LinkScene?) async throws -> NavigationEnd {
    let model = container.mainViewModel
    let navigator = container.makeNavigator()
    switch model.scene {
    case .launching:
      let onboarding = container.openSignedOutScope().makeOnboardingContainer()
      return try await onboarding.makeLaunch().run(in: navigator, on: terminal)
    case .onboarding:
      let onboarding = container.openSignedOutScope().makeOnboardingContainer()
      return try await onboarding.makeOnboardingFlow(navigator: navigator)
        .run(on: terminal, endedSession: model.interruption?.session, news: model.news)
    case .signedIn(let session):
      defer { link = nil }
      return try await show(container.openRiderScope(of: session), link: link)
    }
  }

  private func show(_ rider: RiderScope, link: Feature.LinkScene?) async throws -> NavigationEnd {
    let signedIn = rider.signedIn
    let navigator = container.makeNavigator(shortcuts: signedIn.makeShortcuts())
    let flow = signedIn.makeRideFlow(navigator: navigator) { ride in
      [Feature].all.flatMap { $0.rideMenu(rider, ride) }
    }
    navigator.menu =
      [Feature].all.flatMap { $0.menu(rider) } + signedIn.makeMenu(for: flow) + [
        MenuItem(.character("q"), "Quit") { $0.quit() }
      ]
    navigator.statusProviders =
      [flow.statusProvider] + [Feature].all.flatMap { $0.statusProviders(rider) }
      + navigator.statusProviders
    let main = container.mainViewModel
    main.leaveScreens = { [weak navigator] in
      defer { navigator?.close() }
      return navigator?.scenes.dropFirst().map { $0 } ?? []
    }
    defer { main.leaveScreens = { [] } }
    var destinations = main.takeInterruptedScenes(of: rider.container.session).compactMap { scene in
      [Feature].all.lazy.compactMap { $0.reopen(rider, flow, scene) }.first
    }
    if let link {
      let context = CommandContext(container: container, scope: rider, rideFlow: flow)
      destinations.append(try await link(context))
    }
    // The screens begin below before these come over them.
    Task { [destinations] in for destination in destinations { destination.show(in: navigator) } }
    return try await flow.run(on: terminal)
  }
}

extension AppContainer {
  /// Makes a navigator without screens, whose status line says since when the cloud has not answered.
  @MainActor func makeNavigator(shortcuts: [MenuItem] = []) -> Navigator {
    let navigator = Navigator(shortcuts: shortcuts, clock: services.screenClock)
    if let answers = networkCloud?.answers {
      navigator.statusProviders = [SilenceStatus(answers, wallClock: services.wallClock)]
    }
    navigator.isSilent = userSettings[.alerts].value == .off
    return navigator
  }
}

extension CommandContext {
  @MainActor func makeNavigator() -> Navigator { container.makeNavigator() }
}
