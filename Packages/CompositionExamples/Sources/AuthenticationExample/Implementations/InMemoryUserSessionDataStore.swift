import Synchronization

/// Keeps the session as bytes in memory, for as long as the store lives.
public final class InMemoryUserSessionDataStore: UserSessionDataStore {
  private let bytes: Mutex<[UInt8]?>

  /// Creates a store that holds these bytes, whether or not they are a session.
  public init(bytes: [UInt8]? = nil) { self.bytes = Mutex(bytes) }

  public func read(using coder: any UserSessionCoding) throws(AuthenticationError) -> UserSession? {
    guard let stored = bytes.withLock({ $0 }) else { return nil }
    return try coder.decode(stored)
  }

  public func save(_ session: UserSession, using coder: any UserSessionCoding) {
    let encoded = coder.encode(session)
    bytes.withLock { $0 = encoded }
  }

  public func delete() { bytes.withLock { $0 = nil } }
}
