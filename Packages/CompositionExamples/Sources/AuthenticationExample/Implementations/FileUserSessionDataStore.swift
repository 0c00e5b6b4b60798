import Basics

/// Keeps the session in a file that only its owner may read.
public struct FileUserSessionDataStore: UserSessionDataStore {
  private let file: PrivateFile

  /// Creates a store on a file, which need not exist.
  public init(path: String) { file = PrivateFile(path: path) }

  public func read(using coder: any UserSessionCoding) throws(AuthenticationError) -> UserSession? {
    let bytes: [UInt8]?
    do { bytes = try file.read() } catch { throw .storeFailed(path: file.path) }
    return if let bytes { try coder.decode(bytes) } else { nil }
  }

  public func save(
    _ session: UserSession, using coder: any UserSessionCoding
  ) throws(AuthenticationError) {
    do { try file.write(coder.encode(session)) } catch { throw .storeFailed(path: file.path) }
  }

  public func delete() throws(AuthenticationError) {
    do { try file.delete() } catch { throw .storeFailed(path: file.path) }
  }
}
