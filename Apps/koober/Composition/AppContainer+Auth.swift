import Auth
import Commands
import Core
import FeatureFlags

extension AppContainer: AuthDependencies {
  var cloudClient: CloudClient { coreContainer.cloudClient }
  var userSessionFile: String { folders.userSession(of: cloudSelection.choice) }
  var userSessionRepository: any UserSessionRepository { authContainer.userSessionRepository }

  func makeAuthContainer() -> AuthContainer { AuthContainer(dependencies: self) }
}

extension Feature {
  /// Who is signed in.
  static let auth = Feature(flags: .auth)
}
