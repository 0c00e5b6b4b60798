import Composition
import Core
import Sharing
import Synchronization

#if MISTAKE
  final class ShareCounter {
    var shares = 0
  }
#else
  final class ShareCounter: Sendable {
    let shares = Mutex(0)
  }
#endif

/// What sharing asks for, with something beside it that counts.
struct CountingDependencies: SharingDependencies {
  let cloudClient: CloudClient
  let screenClock: any Clock<Duration>
  let notificationService: any NotificationService
  let notificationLook: any NotificationLook
  let randomBytes: any RandomBytes
  let lifetimeMonitor: LifetimeMonitor
  let shareCounter: ShareCounter
}
