import Basics
import BasicsTesting
import CloudTesting
import FoundationEssentials
import Glibc
import Synchronization

/// Stands between a client and a PostgreSQL server on sockets in folders, and cuts the connection
/// instead of passing on that a transaction was committed, as often as it is told to. It can also fall
/// silent for the connections that are open, or for new ones too, as a failover does.
final class ForgetfulProxy: Sendable {
  private static let socketName = ".s.PGSQL.5432"
  /// What the server sends when it has committed: the message "CommandComplete". Source:
  /// PostgreSQL, "Message Formats".
  private static let committed = [UInt8(ascii: "C"), 0, 0, 0, 11] + Array("COMMIT".utf8) + [0]

  private let folder: TemporaryFolder
  private let serverFolder: String
  private let listener: Int32
  private let rest = Mutex(0)
  /// Connections before this number are silent.
  private let firstServed = Mutex(0)
  private let accepted = Mutex(0)

  /// The address that leads through the proxy instead of to the server.
  func url(insteadOf url: String) -> String {
    url.replacing(Self.encoded(serverFolder), with: Self.encoded(folder.path))
  }

  private static func encoded(_ path: String) -> String { path.replacing("/", with: "%2F") }

  /// How many commits are still to be forgotten.
  var remaining: Int { rest.withLock { $0 } }

  init(serverFolder: String) throws {
    folder = try TemporaryFolder()
    self.serverFolder = serverFolder
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let path = folder.path(of: Self.socketName)
    guard Self.withAddress(path, { bind(listener, $0, $1) }) == 0, listen(listener, 16) == 0
    else { throw PostgreSQLServer.Failure(log: "no proxy at \(path)") }
    let descriptor = listener
    TestThread.start { [weak self] in
      while true {
        let client = accept(descriptor, nil, nil)
        guard client >= 0, let self else { return }
        self.serve(client)
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// Forgets the next commits.
  func forget(_ count: Int) {
    rest.withLock { $0 = count }
  }

  /// Passes nothing on any more.
  ///
  /// - Parameter always: Whether new connections are silent, too.
  func fallSilent(always: Bool = false) {
    let next = accepted.withLock { $0 }
    firstServed.withLock { $0 = always ? .max : next }
  }

  private func isSilent(_ number: Int) -> Bool { firstServed.withLock { number < $0 } }

  private func serve(_ client: Int32) {
    let number = accepted.withLock { count in
      defer { count += 1 }
      return count
    }
    let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let path = "\(serverFolder)/\(Self.socketName)"
    guard Self.withAddress(path, { connect(server, $0, $1) }) == 0 else {
      close(client)
      return
    }
    TestThread.start { [weak self] in
      Self.pass(from: client, to: server, isSilent: { self?.isSilent(number) ?? false }) { _ in
        true
      }
      shutdown(server, Int32(SHUT_RDWR))
    }
    TestThread.start { [weak self] in
      Self.pass(from: server, to: client, isSilent: { self?.isSilent(number) ?? false }) {
        answer in self?.mayPass(answer) ?? true
      }
      shutdown(client, Int32(SHUT_RDWR))
    }
  }

  private func mayPass(_ answer: ArraySlice<UInt8>) -> Bool {
    guard answer.indices.contains(where: { answer[$0...].starts(with: Self.committed) }) else {
      return true
    }
    return rest.withLock { rest in
      guard rest > 0 else { return true }
      rest -= 1
      return false
    }
  }

  private static func pass(
    from source: Int32, to target: Int32, isSilent: () -> Bool,
    while mayPass: (ArraySlice<UInt8>) -> Bool
  ) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(source, &buffer, buffer.count)
      guard count > 0, mayPass(buffer[..<count]) else { return }
      guard !isSilent() else { continue }
      guard send(target, buffer, count, Int32(MSG_NOSIGNAL)) == count else { return }
    }
  }

  private static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
    }
  }
}
