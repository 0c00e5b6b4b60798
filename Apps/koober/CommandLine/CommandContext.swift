import Basics
import Console
import Core
import FeatureFlags
import Onboarding
import SignedIn
import Terminal

/// The context of a command: options, console and databases.
struct CommandContext: ConsoleContext {
  let container: AppContainer
  /// Where links open screens, in the application.
  let rideFlow: RideFlow?
  private let opened: OpenedScope

  /// - Parameters:
  ///   - scope: The open scope of the rider, in the application; a command opens its own.
  ///   - rideFlow: Where links open screens, in the application.
  init(container: AppContainer, scope: RiderScope? = nil, rideFlow: RideFlow? = nil) {
    (self.container, self.rideFlow) = (container, rideFlow)
    opened = OpenedScope(scope)
  }

  var options: GlobalOptions { container.options }
  var console: CommandConsole { options.console(on: container.terminal) }

  /// Opens the scope of the stored session, once.
  ///
  /// - Throws: ``Problem`` with status 77 when no rider is signed in, ``FileError`` when the stored
  ///   session cannot be read.
  @MainActor
  func riderScope() async throws -> RiderScope {
    let scope = try await openedScope { failure throws(FileError) in throw failure }
    guard let scope else {
      throw Problem(
        .notPermitted, code: "notSignedIn", message: "You are not signed in.",
        hint: "Run 'koober sign-in', or 'koober sign-up' if you have no account.")
    }
    return scope
  }

  /// Opens the scope of the rider who is signed in, if there is one; a session that cannot be read
  /// counts as none, since what is asked for needs none.
  @MainActor
  func optionalRiderScope() async -> RiderScope? { await openedScope { _ in } }

  @MainActor
  private func openedScope<Failure: Error>(
    showMessage: (FileError) throws(Failure) -> Void
  ) async throws(Failure) -> RiderScope? {
    if let scope = opened.scope { return scope }
    try await launch(showMessage: showMessage)
    guard case .signedIn(let session) = container.mainViewModel.scene else { return nil }
    opened.scope = container.openRiderScope(of: session)
    return opened.scope
  }

  /// The flags of the rider who is signed in, or of this installation; a new one asks its cloud first.
  @MainActor
  func flagScope() async -> FlagScope {
    await container.prepareFlags()
    return await optionalRiderScope()?.container.flagScope
      ?? container.openSignedOutScope().flagScope
  }

  /// Decides who is signed in; a session that cannot be read is shown first.
  @MainActor
  func launch<APIError: Error>(
    showMessage: (FileError) throws(APIError) -> Void
  ) async throws(APIError) {
    let onboarding = container.openSignedOutScope().makeOnboardingContainer()
    try await onboarding.launch(showMessage: showMessage)
  }

  /// Whether the program may show screens, or their line mode, at a terminal.
  var canShowScreens: Bool {
    let capabilities = terminal.capabilities
    return options.output == .text && capabilities.inputIsTerminal && capabilities.outputIsTerminal
  }
}

extension AppDependency {
  /// The context in which a shell's question is answered; `nil` when the configuration cannot be used.
  /// A cloud that does not answer soon offers nothing.
  func makeCompletingContext() -> CommandContext? {
    var options = GlobalOptions()
    options.isQuiet = true
    options.timeout = .seconds(2)
    guard let configuration = try? AppConfiguration(self, options: options) else { return nil }
    return CommandContext(
      container: AppContainer(
        dependency: self, configuration: configuration, terminal: makeTerminal(.never)))
  }

  /// The scope of the rider whose friends and rides a shell offers; `nil` when none is signed in.
  @MainActor
  func completingRider() async -> RiderScope? {
    await makeCompletingContext()?.optionalRiderScope()
  }
}

/// Holds the scope that a run of a command has opened.
@MainActor
private final class OpenedScope {
  var scope: RiderScope?

  nonisolated init(_ scope: RiderScope?) { self.scope = scope }
}
