import Basics
import Core
import FoundationEssentials

/// Keeps the session as JSON in a file that only its owner may read.
struct FileUserSessionDataStore: UserSessionDataStore {
  private let file: PrivateFile
  /// Where earlier versions kept the session, as a property list; it is not read any more.
  private let formerFile: PrivateFile

  init(path: String) {
    file = PrivateFile(path: path)
    let name = path.hasSuffix(".json") ? String(path.dropLast(5)) : path
    formerFile = PrivateFile(path: "\(name).plist")
  }

  var description: UserSessionStoreDescription {
    UserSessionStoreDescription(kind: "file", location: file.path, encrypted: false)
  }

  func readUserSession() throws(FileError) -> UserSession? {
    guard let content = try file.read() else { return nil }
    do {
      return try JSONCoding.decode(UserSession.self, from: Data(content))
    } catch {
      throw FileError(
        .corrupt, path: file.path, reason: "the stored session cannot be read",
        remedy: "Sign in again to store a new one.")
    }
  }

  func save(_ session: UserSession) throws(FileError) {
    let content: Data
    do {
      content = try JSONCoding.encode(session)
    } catch {
      throw FileError(.other, path: file.path, reason: "the session cannot be encoded")
    }
    try file.write(Array(content))
    try formerFile.delete()
  }

  func delete() throws(FileError) {
    try file.delete()
    try formerFile.delete()
  }
}
