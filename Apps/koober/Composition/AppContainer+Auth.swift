import Auth
import Console
import Core

extension AppContainer: AuthDependencies {
  var userSessionCoder: any UserSessionCoding { JSONUserSessionCoder() }
  var authRemoteAPI: any AuthRemoteAPI {
    CloudAuthRemoteAPI(client: cloudClient, flagSubject: installation)
  }
  var cloudClient: CloudClient { coreContainer.cloudClient }
  var userSessionRepository: any UserSessionRepository { authContainer.userSessionRepository }

  func makeAuthContainer() -> AuthContainer { AuthContainer(dependencies: self) }
}

extension Feature {
  /// Sessions, and where they are kept.
  static let auth = Feature(flags: .auth)
}
