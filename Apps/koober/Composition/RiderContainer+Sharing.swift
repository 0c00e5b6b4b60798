import CommandProgram
import Composition
import Core
import FeatureFlags
import Sharing

extension RiderContainer {
  /// Opens the sharing scope of a session.
  @MainActor
  func makeSharingContainer(session: UserSession) -> SharingContainer {
    let makeNotificationService = parent.substitutions.notificationService.make(in: flagScope)
    let isSilent = parent.options.isQuiet || parent.options.output == .json
    return SharingContainer(
      dependencies: SharingChoice(
        container: self,
        notificationService: makeNotificationService(parent.terminal, isSilent)),
      session: session)
  }
}

/// What sharing asks for.
private struct SharingChoice: SharingDependencies {
  let container: RiderContainer
  let notificationService: any NotificationService
  var cloudClient: CloudClient { container.cloudClient }
  var screenClock: any Clock<Duration> { container.parent.screenClock }
  var randomBytes: any RandomBytes { container.parent.randomBytes }
  var lifetimeMonitor: LifetimeMonitor { container.parent.lifetimeMonitor }
}
