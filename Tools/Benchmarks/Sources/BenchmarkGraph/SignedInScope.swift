public import Composition

/// The dependencies of the signed-in scope.
public protocol SignedInDependencies: Sendable {
  /// Forgets the session.
  var userSessionRepository: any UserSessionRepository { get }
  /// Is told while the scope is alive.
  var lifetimeMonitor: LifetimeMonitor { get }
}

/// The session of a rider, known only at run time.
public struct UserSession: Sendable {
  /// The rider's number.
  public let rider: Int

  /// Creates a session.
  public init(rider: Int) {
    self.rider = rider
  }
}

/// The signed-in scope: five objects.
public final class SignedInContainer: PickUpDependencies {
  /// Whose scope this is.
  public let session: UserSession
  /// The options that the rider has asked for.
  public let rideOptionCache: RideOptionCache
  /// Where the rider is told.
  public let notifications: Notifications
  private let profile: ProfileViewModel
  private let location: LocationService
  private let screen: SignedInViewModel
  private let dependencies: any SignedInDependencies
  private let lifetimeProbe: LifetimeProbe

  /// Opens the scope for a session.
  public init(dependencies: any SignedInDependencies, session: UserSession) {
    self.dependencies = dependencies
    self.session = session
    rideOptionCache = RideOptionCache()
    notifications = Notifications()
    profile = ProfileViewModel(userSessionRepository: dependencies.userSessionRepository)
    location = LocationService()
    screen = SignedInViewModel(session: session, notifications: notifications)
    lifetimeProbe = dependencies.lifetimeMonitor.probe("signed in")
  }

  /// Shared by all scopes.
  public var userSessionRepository: any UserSessionRepository {
    dependencies.userSessionRepository
  }

  /// Is told while a scope is alive.
  public var lifetimeMonitor: LifetimeMonitor { dependencies.lifetimeMonitor }
}

/// Remembers prices.
public final class RideOptionCache: Sendable {
  /// Creates the object.
  public init() {}
}

/// Tells the rider.
public final class Notifications: Sendable {
  /// Creates the object.
  public init() {}
}

/// The rider's profile.
public final class ProfileViewModel: Sendable {
  private let userSessionRepository: any UserSessionRepository

  /// Creates the object.
  public init(userSessionRepository: any UserSessionRepository) {
    self.userSessionRepository = userSessionRepository
  }
}

/// Where the rider is.
public final class LocationService: Sendable {
  /// Creates the object.
  public init() {}
}

/// The signed-in part.
public final class SignedInViewModel: Sendable {
  private let session: UserSession
  private let notifications: Notifications

  /// Creates the object.
  public init(session: UserSession, notifications: Notifications) {
    self.session = session
    self.notifications = notifications
  }
}
