import Composition
import Core
import Sharing

extension AppContainer {
  /// Opens the sharing scope of a session.
  @MainActor
  func makeSharingContainer(session: UserSession) -> SharingContainer {
    SharingContainer(
      dependencies: SharingChoice(
        container: self,
        notificationService: TerminalNotificationService(
          terminal: terminal, isSilent: options.isQuiet || options.output == .json)),
      session: session)
  }
}

/// What sharing asks for.
private struct SharingChoice: SharingDependencies {
  let container: AppContainer
  let notificationService: any NotificationService
  var cloudClient: CloudClient { container.cloudClient }
  var randomBytes: any RandomBytes { container.randomBytes }
  var lifetimeMonitor: LifetimeMonitor { container.lifetimeMonitor }
}
