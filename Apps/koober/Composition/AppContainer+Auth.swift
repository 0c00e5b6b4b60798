import Auth
import Commands
import Core

/// Chooses where the session is kept in this run.
struct SessionStorageChoice: AuthDependencies {
  let cloudClient: CloudClient
  let userSessionStorage: UserSessionStorage

  init(kind: UserSessionStorage.Kind, path: String, cloudClient: CloudClient) {
    self.cloudClient = cloudClient
    userSessionStorage = UserSessionStorage(kind: kind, path: path)
  }
}
