import Composition
import Core
import Sharing

/// Another app that opens the sharing scope.
struct KioskDependencies: SharingDependencies {
  let cloudClient: CloudClient
  let screenClock: any Clock<Duration>
  let notificationLook: any NotificationLook
  let randomBytes: any RandomBytes
  let lifetimeMonitor = LifetimeMonitor()
  #if !MISTAKE
    let notificationService: any NotificationService
  #endif
}
