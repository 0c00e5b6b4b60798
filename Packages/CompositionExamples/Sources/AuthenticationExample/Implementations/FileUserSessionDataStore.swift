import Glibc

/// Keeps the session in a file that only its owner may read.
public struct FileUserSessionDataStore: UserSessionDataStore {
  /// Longer than any session; a longer file is not one.
  private static let longestInBytes = 4_096

  private let path: String

  /// Creates a store on a file, which need not exist.
  public init(path: String) {
    self.path = path
  }

  public func read(using coder: any UserSessionCoding) throws(AuthenticationError) -> UserSession? {
    let file = open(path, O_RDONLY)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw .storeFailed(path: path)
    }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: Self.longestInBytes)
    let count = Glibc.read(file, &bytes, bytes.count)
    guard count >= 0 else { throw .storeFailed(path: path) }
    return try coder.decode(Array(bytes.prefix(count)))
  }

  public func save(
    _ session: UserSession, using coder: any UserSessionCoding
  ) throws(AuthenticationError) {
    let bytes = coder.encode(session)
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, S_IRUSR | S_IWUSR)
    guard file >= 0 else { throw .storeFailed(path: path) }
    let count = write(file, bytes, bytes.count)
    guard close(file) == 0, count == bytes.count else { throw .storeFailed(path: path) }
  }

  public func delete() throws(AuthenticationError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw .storeFailed(path: path) }
  }
}
