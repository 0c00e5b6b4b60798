public import Basics

/// Stores the session in the desktop's secret service where it answers, in a file otherwise.
///
/// A session that was kept in the file before is found there, and moves with the next sign-in.
/// The file is read where the caller runs: a command that needs the session alone then starts no
/// thread, which would take a fifth of its time. It is changed elsewhere: a screen does not wait for
/// its lock and the disk.
public struct SecretUserSessionDataStore: UserSessionDataStore {
  private let file: FileUserSessionDataStore
  private let keyring: Keyring?

  /// Stores the session under a path, which also tells it from those of other clouds.
  ///
  /// - Parameters:
  ///   - path: The file that is used otherwise; in the keyring, the name of the session.
  ///   - hasSessionBus: Whether the process belongs to a desktop; without one nothing is loaded or
  ///     asked.
  public init(path: String, hasSessionBus: Bool) {
    file = FileUserSessionDataStore(path: path)
    keyring = hasSessionBus ? Keyring(name: path) : nil
  }

  public var description: UserSessionStoreDescription {
    get async {
      guard await keyring?.answers == true else { return file.description }
      return UserSessionStoreDescription(
        kind: "secret-service", location: "the desktop's keyring", encrypted: true)
    }
  }

  public func read() async throws(FileError) -> [UInt8]? {
    if let content = try await keyring?.read() { return content }
    return try file.read()
  }

  public func save(_ content: [UInt8]) async throws(FileError) {
    guard let keyring, try await keyring.save(content) else { return try await file.save(content) }
    try await file.delete()
  }

  public func delete() async throws(FileError) {
    try await keyring?.delete()
    try await file.delete()
  }
}

/// The session's entry in the secret service, which may wait for the user to unlock it; an actor, so
/// that a screen does not wait with it.
private actor Keyring {
  private let name: String
  private lazy var service = SecretService()

  init(name: String) { self.name = name }

  var answers: Bool { service != nil }

  func read() throws(FileError) -> [UInt8]? { try service?.read(name) }

  /// Keeps the content, and returns whether there is a service to keep it.
  func save(_ content: [UInt8]) throws(FileError) -> Bool {
    try service?.save(content, as: name) != nil
  }

  func delete() throws(FileError) { try service?.delete(name) }
}
