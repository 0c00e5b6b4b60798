public import Basics

/// Stores the session in the desktop's secret service where it answers, in a file otherwise.
///
/// A session that was kept in the file before is found there, and moves with the next sign-in.
public actor SecretUserSessionDataStore: UserSessionDataStore {
  private let file: FileUserSessionDataStore
  private let path: String
  private let hasSessionBus: Bool
  private lazy var secretService = hasSessionBus ? SecretService() : nil

  /// Stores the session under a path, which also tells it from those of other clouds.
  ///
  /// - Parameters:
  ///   - path: The file that is used otherwise; in the keyring, the name of the session.
  ///   - hasSessionBus: Whether the process belongs to a desktop; without one nothing is loaded or
  ///     asked.
  public init(path: String, hasSessionBus: Bool) {
    self.path = path
    self.hasSessionBus = hasSessionBus
    file = FileUserSessionDataStore(path: path)
  }

  public var description: UserSessionStoreDescription {
    guard secretService != nil else { return file.description }
    return UserSessionStoreDescription(
      kind: "secret-service", location: "the desktop's keyring", encrypted: true)
  }

  public func read() throws(FileError) -> [UInt8]? {
    if let content = try secretService?.read(path) { return content }
    return try file.read()
  }

  public func save(_ content: [UInt8]) throws(FileError) {
    guard let secretService else { return try file.save(content) }
    try secretService.save(content, as: path)
    try file.delete()
  }

  public func delete() throws(FileError) {
    try secretService?.delete(path)
    try file.delete()
  }
}
