public import Composition

/// Who is signed in.
public protocol UserSessionRepository: AnyObject, Sendable {}

/// Speaks to the cloud.
public final class RemoteAPI: Sendable {
  /// Creates the object.
  public init() {}
}

/// Keeps the session.
public final class SessionStore: Sendable {
  /// Creates the object.
  public init() {}
}

/// Writes the session.
public final class SessionCoder: Sendable {
  /// Creates the object.
  public init() {}
}

/// The one long-lived object that every scope asks for.
public final class CloudUserSessionRepository: UserSessionRepository {
  private let remoteAPI: RemoteAPI
  private let store: SessionStore
  private let coder: SessionCoder

  /// Creates the object.
  public init(remoteAPI: RemoteAPI, store: SessionStore, coder: SessionCoder) {
    self.remoteAPI = remoteAPI
    self.store = store
    self.coder = coder
  }
}

/// The process scope: four objects.
public struct AppContainer: OnboardingDependencies, SignedInDependencies {
  /// Shared by all scopes.
  public let userSessionRepository: any UserSessionRepository
  /// Which scopes are alive.
  public let lifetimeMonitor: LifetimeMonitor
  private let lifetimeProbe: LifetimeProbe

  /// Opens the scope.
  public init(lifetimeMonitor: LifetimeMonitor = LifetimeMonitor()) {
    userSessionRepository = CloudUserSessionRepository(
      remoteAPI: RemoteAPI(), store: SessionStore(), coder: SessionCoder())
    self.lifetimeMonitor = lifetimeMonitor
    lifetimeProbe = lifetimeMonitor.probe("process")
  }
}
