public import Composition
public import Core

/// What sharing needs from whoever opens the signed-in scope.
public protocol SharingDependencies: Sendable {
  var cloudClient: CloudClient { get }
  /// Tells the rider what became of an attempt to share, where no screen of this feature does.
  var notificationService: any NotificationService { get }
  /// How the screens of this feature tell it.
  var notificationLook: any NotificationLook { get }
  var randomBytes: any RandomBytes { get }
  /// Measures the time between two pictures of what moves on a screen.
  var screenClock: any Clock<Duration> { get }
  /// Told of the scopes that live, in debug builds.
  var lifetimeMonitor: LifetimeMonitor { get }
}
