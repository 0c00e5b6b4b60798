import Core

/// Keeps the session in a file that only its owner may read.
struct FileUserSessionDataStore: UserSessionDataStore {
  private let file: PrivateFile
  private let coder: any UserSessionCoding

  init(path: String, coder: any UserSessionCoding) {
    file = PrivateFile(path: path)
    self.coder = coder
  }

  var description: UserSessionStoreDescription {
    UserSessionStoreDescription(kind: "file", location: file.path, encrypted: false)
  }

  func readUserSession() throws(FileFailure) -> UserSession? {
    guard let content = try file.read() else { return nil }
    do {
      return try coder.decode(content)
    } catch {
      throw FileFailure(
        .corrupt, path: file.path, reason: "the stored session cannot be read",
        remedy: "Run 'koober sign-in' to store a new one.")
    }
  }

  func save(_ session: UserSession) throws(FileFailure) {
    do {
      try file.write(coder.encode(session))
    } catch let failure as FileFailure {
      throw failure
    } catch {
      throw FileFailure(.other, path: file.path, reason: "the session cannot be written down")
    }
  }

  func delete() throws(FileFailure) {
    try file.delete()
  }
}
