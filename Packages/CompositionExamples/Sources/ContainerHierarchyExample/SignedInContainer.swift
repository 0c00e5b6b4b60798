public import AuthenticationExample
public import Composition

/// The dependencies of the signed-in scope, from its parent.
public protocol SignedInDependencies: Sendable {
  /// Forgets the session at sign-out.
  var userSessionRepository: any UserSessionRepository { get }
  /// Is told while the scope is alive.
  var lifetimeMonitor: LifetimeMonitor { get }
  /// Decides which ride API a pick-up uses.
  var rideRemoteAPIVariant: @Sendable () -> RideRemoteAPIVariant { get }
}

/// The signed-in scope of one rider. The session is the key to it, and never optional inside.
public struct SignedInContainer: Sendable {
  /// Whose scope this is.
  public let session: UserSession
  /// The options that the rider has asked for since signing in; gone with the scope.
  public let rideOptionCache: RideOptionCache
  private let dependencies: any SignedInDependencies
  private let lifetimeProbe: LifetimeProbe

  /// Opens the scope for a session.
  @MainActor
  public init(dependencies: any SignedInDependencies, session: UserSession) {
    self.dependencies = dependencies
    self.session = session
    rideOptionCache = RideOptionCache()
    lifetimeProbe = LifetimeProbe("signed in", in: dependencies.lifetimeMonitor)
  }

  /// Returns the signed-in part of the app.
  @MainActor
  public func makeSignedInViewModel(
    notSignedInResponder: any NotSignedInResponder
  ) -> SignedInViewModel {
    SignedInViewModel(
      session: session,
      userSessionRepository: dependencies.userSessionRepository,
      notSignedInResponder: notSignedInResponder,
      makePickMeUpViewModel: { location in
        PickUpContainer(dependencies: self, location: location).makePickMeUpViewModel()
      })
  }
}

extension SignedInContainer: PickUpDependencies {
  /// Is told while a scope is alive.
  public var lifetimeMonitor: LifetimeMonitor { dependencies.lifetimeMonitor }
  /// Decides which ride API a pick-up uses.
  public var rideRemoteAPIVariant: @Sendable () -> RideRemoteAPIVariant {
    dependencies.rideRemoteAPIVariant
  }
}
