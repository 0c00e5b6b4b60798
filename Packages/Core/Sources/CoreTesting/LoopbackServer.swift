import BasicsTesting
import Glibc
import Synchronization

/// A server on this machine that gives the answers of a test, byte for byte, and keeps what came.
public final class LoopbackServer: Sendable {
  /// The answer to one request.
  public enum Step: Sendable {
    /// Answers and waits for the next request on the connection.
    case answer(String)
    /// Answers and closes the connection.
    case last(String)
    /// Says nothing and keeps the connection open.
    case silence
  }

  /// The server could not be started.
  public struct Failure: Error {}

  /// Where the server listens on 127.0.0.1.
  public let port: Int
  private let listener: Int32
  private let steps: Mutex<[Step]>
  private let received = Mutex<[String]>([])
  private let connections = Mutex<[Int32]>([])

  /// The requests that came.
  public var requests: [String] { received.withLock { $0 } }
  /// On how many connections the requests came.
  public var connectionCount: Int { connections.withLock { $0.count } }

  /// Listens on a free port and takes one step for each request; without steps it is silent.
  public init(_ steps: [Step]) throws {
    self.steps = Mutex(steps)
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let code = withUnsafeMutableBytes(of: &address) { bytes -> Int32 in
      guard let pointer = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else {
        return -1
      }
      guard bind(listener, pointer, length) == 0, listen(listener, 16) == 0 else { return -1 }
      return getsockname(listener, pointer, &length)
    }
    guard code == 0 else { throw Failure() }
    port = Int(UInt16(bigEndian: address.sin_port))
    TestThread.start { [weak self] in
      // Closed here, so that its number is no other server's while this one accepts from it.
      defer { close(listener) }
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0, let self else { return }
        connections.withLock { $0.append(connection) }
        TestThread.start { [weak self] in
          while let self, self.serve(connection) {}
        }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    connections.withLock { for connection in $0 { shutdown(connection, Int32(SHUT_RDWR)) } }
  }

  /// Sends more of the answer on the newest connection.
  public func send(_ text: String) {
    guard let connection = connections.withLock(\.last) else { return }
    Self.write(text, to: connection)
  }

  /// Answers one request; returns whether another may come.
  private func serve(_ connection: Int32) -> Bool {
    guard let request = Self.read(connection) else { return false }
    received.withLock { $0.append(request) }
    let step = steps.withLock { $0.isEmpty ? Step.silence : $0.removeFirst() }
    switch step {
    case .answer(let text):
      Self.write(text, to: connection)
      return true
    case .last(let text):
      Self.write(text, to: connection)
      shutdown(connection, Int32(SHUT_RDWR))
      return false
    case .silence: return true
    }
  }

  /// Reads a head and as much of a body as it announces.
  private static func read(_ connection: Int32) -> String? {
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      text += buffer[..<count]
      let request = String(decoding: text, as: UTF8.self)
      guard let end = request.firstRange(of: "\r\n\r\n") else { continue }
      let length = request[..<end.lowerBound].split(separator: "\r\n")
        .first { $0.lowercased().hasPrefix("content-length:") }
        .flatMap { Int($0.dropFirst(15).filter(\.isNumber)) }
      if request[end.upperBound...].utf8.count >= length ?? 0 { return request }
    }
  }

  private static func write(_ text: String, to connection: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
