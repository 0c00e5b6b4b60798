import FoundationEssentials
import Glibc

/// A connection of a client that may send anything.
public final class RawConnection {
  /// The response.
  public struct Answer: Equatable {
    public let status: Int
    /// By lower-case name.
    public let headers: [String: String]
    public let body: String
  }

  private let descriptor: Int32
  private var received: [UInt8] = []

  /// Connects to a server on this machine.
  ///
  /// - Parameter limit: How long the server may be silent.
  public init(port: UInt16, limit: Duration = .seconds(30)) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, size)
      }
    }
    guard code == 0 else { throw Failure(call: "connect", errorNumber: errno) }
    // A test that waits for what never comes must end.
    let microseconds = Int(limit / .microseconds(1))
    var time = timeval(tv_sec: microseconds / 1_000_000, tv_usec: microseconds % 1_000_000)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    }
  }

  deinit {
    close(descriptor)
  }

  /// A call of the system that failed.
  public struct Failure: Error {
    public let call: String
    public let errorNumber: Int32
  }

  /// Sends a text as it is.
  public func send(_ text: String) { send(Array(text.utf8)) }

  /// Sends bytes as they are.
  public func send(_ bytes: [UInt8]) {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      // A call with a time limit is not continued after a signal, such as that of a child's end.
      if count < 0, errno == EINTR { continue }
      // The server may close the connection before it has read everything.
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Ends the output of the connection.
  public func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Reads one answer; `nil` when the server closes the connection first.
  public func answer(hasBody: Bool = true) -> Answer? {
    let end = Array("\r\n\r\n".utf8)
    var head: Range<Int>?
    while head == nil {
      head = received.firstRange(of: end)
      if head == nil, !receive() { return nil }
    }
    guard let head else { return nil }
    let lines = String(decoding: received[..<head.lowerBound], as: UTF8.self)
      .split(separator: "\r\n")
    let headers = lines.dropFirst().reduce(into: [String: String]()) { headers, line in
      let parts = line.split(separator: ":", maxSplits: 1)
      headers[parts[0].lowercased()] = parts[1].drop { $0 == " " }.description
    }
    let length = hasBody ? headers["content-length"].flatMap(Int.init) ?? 0 : 0
    while received.count < head.upperBound + length { if !receive() { return nil } }
    let body = received[head.upperBound..<head.upperBound + length]
    received.removeFirst(head.upperBound + length)
    return Answer(
      status: Int(lines[0].split(separator: " ")[1]) ?? 0, headers: headers,
      body: String(decoding: body, as: UTF8.self))
  }

  /// Reads up to a text and with it; `nil` when the server closes the connection first.
  public func text(through end: String) -> String? {
    let end = Array(end.utf8)
    while true {
      if let range = received.firstRange(of: end) {
        defer { received.removeFirst(range.upperBound) }
        return String(decoding: received[..<range.upperBound], as: UTF8.self)
      }
      guard receive() else { return nil }
    }
  }

  /// Waits until the server closes the connection; `false` when it does not.
  public func isClosedByServer() -> Bool {
    received = []
    while receive() { received = [] }
    return errno == 0 || errno == ECONNRESET
  }

  /// Reads what comes until the server closes the connection or is silent for too long.
  public func rest() -> [UInt8] {
    while receive() {}
    defer { received = [] }
    return received
  }

  private func receive() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var count = 0
    repeat {
      errno = 0
      count = recv(descriptor, &buffer, buffer.count, 0)
    } while count < 0 && errno == EINTR
    guard count > 0 else { return false }
    received += buffer[..<count]
    return true
  }
}
