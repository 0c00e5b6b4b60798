import Commands
import Composition
import Core
import FeatureFlags
import Sharing

extension RiderContainer {
  /// Opens the sharing scope of a session.
  @MainActor
  func makeSharingContainer(session: UserSession) -> SharingContainer {
    SharingContainer(
      dependencies: SharingChoice(
        container: self,
        notificationLook: parent.substitutions.notificationLook.make(in: flagScope)),
      session: session)
  }
}

/// What sharing asks for.
private struct SharingChoice: SharingDependencies {
  let container: RiderContainer
  let notificationLook: any NotificationLook
  let notificationService: any NotificationService

  @MainActor
  init(container: RiderContainer, notificationLook: any NotificationLook) {
    let options = container.parent.options
    self.container = container
    self.notificationLook = notificationLook
    notificationService = TerminalNotificationService(
      terminal: container.parent.terminal, look: notificationLook,
      isSilent: options.isQuiet || options.output == .json)
  }

  var cloudClient: CloudClient { container.cloudClient }
  var screenClock: any Clock<Duration> { container.parent.screenClock }
  var randomBytes: any RandomBytes { container.parent.randomBytes }
  var lifetimeMonitor: LifetimeMonitor { container.parent.lifetimeMonitor }
}
