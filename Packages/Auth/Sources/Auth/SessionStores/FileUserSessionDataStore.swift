public import Basics

/// Stores the session in a file that only its owner may read.
///
/// It is read where the caller runs; a change may wait for another process and for the disk, so it is
/// made elsewhere.
public struct FileUserSessionDataStore: UserSessionDataStore {
  private let file: PrivateFile
  /// Where earlier versions kept the session, as a property list; it is not read any more.
  private let formerFile: PrivateFile

  /// Stores the session at a path that ends in `.json`.
  public init(path: String) {
    file = PrivateFile(path: path)
    let name = path.hasSuffix(".json") ? String(path.dropLast(5)) : path
    formerFile = PrivateFile(path: "\(name).plist")
  }

  public var description: UserSessionStoreDescription {
    UserSessionStoreDescription(kind: "file", location: file.path, encrypted: false)
  }

  public func read() throws(FileError) -> [UInt8]? { try file.read() }

  @concurrent public func save(_ content: [UInt8]) async throws(FileError) {
    try file.write(content)
    try formerFile.delete()
  }

  @concurrent public func delete() async throws(FileError) {
    try file.delete()
    try formerFile.delete()
  }
}

/// Stores the session in memory, as long as the process lives.
public actor InMemoryUserSessionDataStore: UserSessionDataStore {
  public nonisolated let description = UserSessionStoreDescription(
    kind: "memory", location: "this process", encrypted: false)
  private var content: [UInt8]?
  public init() {}
  public func read() -> [UInt8]? { content }
  public func save(_ content: [UInt8]) { self.content = content }
  public func delete() { content = nil }
}
