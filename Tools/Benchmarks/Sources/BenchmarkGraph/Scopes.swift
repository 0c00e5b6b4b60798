package import Composition

/// The process scope: four objects.
package struct AppContainer: AccountDependencies {
  package let userSessionRepository: any UserSessionRepository
  package let lifetimeMonitor: LifetimeMonitor
  private let lifetimeProbe: LifetimeProbe

  package init() {
    userSessionRepository = CloudUserSessionRepository(
      remoteAPI: Leaf(), store: Leaf(), coder: Leaf())
    let monitor = LifetimeMonitor()
    lifetimeMonitor = monitor
    lifetimeProbe = LifetimeProbe("process", in: monitor)
  }
}

/// The dependencies of the signed-out scope, and of the signed-in one.
package protocol AccountDependencies: Sendable {
  var userSessionRepository: any UserSessionRepository { get }
  var lifetimeMonitor: LifetimeMonitor { get }
}

/// The signed-out scope, with the five objects of its screen.
package struct OnboardingContainer: Sendable {
  private let dependencies: any AccountDependencies
  private let lifetimeProbe: LifetimeProbe

  package init(dependencies: any AccountDependencies) {
    self.dependencies = dependencies
    lifetimeProbe = LifetimeProbe("signed out", in: dependencies.lifetimeMonitor)
  }

  package func makeOnboardingScreen() -> OnboardingScreen {
    let repository = dependencies.userSessionRepository
    return (
      launch: AccountModel(repository), welcome: Leaf(), signIn: AccountModel(repository),
      signUp: AccountModel(repository), navigator: Leaf()
    )
  }
}

/// Five objects that live as long as the screen.
package typealias OnboardingScreen = (
  launch: AccountModel, welcome: Leaf, signIn: AccountModel, signUp: AccountModel, navigator: Leaf
)

/// The signed-in scope: five objects.
package final class SignedInContainer: PickUpDependencies {
  package let session: UserSession
  package let rideOptionCache = Leaf()
  private let notifications = Leaf()
  private let location = Leaf()
  private let profile: AccountModel
  private let screen: SignedInModel
  private let dependencies: any AccountDependencies
  private let lifetimeProbe: LifetimeProbe

  package init(dependencies: any AccountDependencies, session: UserSession) {
    self.dependencies = dependencies
    self.session = session
    profile = AccountModel(dependencies.userSessionRepository)
    screen = SignedInModel(session: session, notifications: notifications)
    lifetimeProbe = LifetimeProbe("signed in", in: dependencies.lifetimeMonitor)
  }

  package var userSessionRepository: any UserSessionRepository {
    dependencies.userSessionRepository
  }

  package var lifetimeMonitor: LifetimeMonitor { dependencies.lifetimeMonitor }
}

/// The dependencies of one pick-up.
package protocol PickUpDependencies: Sendable {
  var session: UserSession { get }
  var rideOptionCache: Leaf { get }
  var userSessionRepository: any UserSessionRepository { get }
  var lifetimeMonitor: LifetimeMonitor { get }
}

/// The scope of one pick-up: five objects.
package struct PickUpContainer: Sendable {
  private let rideAPI: RideAPI
  private let pickMeUp, map, options: RideModel
  private let dropOff = Leaf()
  private let dependencies: any PickUpDependencies
  private let lifetimeProbe: LifetimeProbe

  package init(dependencies: any PickUpDependencies) {
    self.dependencies = dependencies
    rideAPI = RideAPI(session: dependencies.session)
    pickMeUp = RideModel(rideAPI)
    map = RideModel(rideAPI)
    options = RideModel(rideAPI, cache: dependencies.rideOptionCache)
    lifetimeProbe = LifetimeProbe("pick-up", in: dependencies.lifetimeMonitor)
  }

  /// The process scope's object, read through both parents.
  package var userSessionRepository: any UserSessionRepository {
    dependencies.userSessionRepository
  }
}

/// Composes ride screens in a module other than the one that uses their factory.
package struct RideContainer: Sendable {
  package let rideScreenFactory: RideScreen.Factory
  /// The values that the factory gives its screens.
  package let dependency: RideScreen.Dependency

  package init(app: AppContainer) {
    let dependency = RideScreen.Dependency(
      userSessionRepository: app.userSessionRepository,
      rideAPI: RideAPI(session: UserSession(rider: 1)))
    rideScreenFactory = RideScreen.Factory(dependency: dependency)
    self.dependency = dependency
  }
}
