public import Composition

/// A module with both halves, for the rows about factories.
public final class RideScreen: FactoryModule {
  /// The dependency that the graph supplies.
  public struct Dependency: Sendable {
    let userSessionRepository: any UserSessionRepository
    let rideAPI: RideAPI

    /// Collects the dependency.
    public init(userSessionRepository: any UserSessionRepository, rideAPI: RideAPI) {
      self.userSessionRepository = userSessionRepository
      self.rideAPI = rideAPI
    }
  }

  /// The values that the consumer supplies.
  public struct Payload: Sendable {
    let ride: Int

    /// Collects the payload.
    public init(ride: Int) {
      self.ride = ride
    }
  }

  private let dependency: Dependency
  private let payload: Payload

  /// Creates the screen.
  public init(dependency: Dependency, payload: Payload) {
    self.dependency = dependency
    self.payload = payload
  }
}

/// Composes the screen in a module other than the one that uses its factory.
public struct RideContainer: Sendable {
  /// Creates screens.
  public let rideScreenFactory: RideScreen.Factory
  /// The values that the factory gives them.
  public let dependency: RideScreen.Dependency

  /// Creates the container.
  public init(app: AppContainer) {
    let dependency = RideScreen.Dependency(
      userSessionRepository: app.userSessionRepository,
      rideAPI: RideAPI(session: UserSession(rider: 1)))
    rideScreenFactory = RideScreen.Factory(dependency: dependency)
    self.dependency = dependency
  }
}
