import Auth
import Core

/// Chooses where the session is kept in this run.
struct SessionStorageChoice: AuthDependencies {
  let cloudClient: CloudClient
  let userSessionStorage: UserSessionStorage

  init(folders: Folders, cloudClient: CloudClient) {
    self.cloudClient = cloudClient
    userSessionStorage = UserSessionStorage(
      kind: .file, coding: .propertyList, path: folders.userSession)
  }
}
