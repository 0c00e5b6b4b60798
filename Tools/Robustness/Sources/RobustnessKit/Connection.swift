package import Foundation
import Glibc

/// A connection to a server of this machine, on which any bytes can be sent.
package final class Connection {
  private let descriptor: Int32

  /// Connects; `nil` when the server does not accept.
  ///
  /// - Parameter seconds: How long the server may be silent.
  package init?(port: UInt16, patience seconds: Double = 20) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    var limit = timeval(tv_sec: Int(seconds), tv_usec: Int(seconds * 1e6) % 1_000_000)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(
        descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    address.sin_port = port.bigEndian
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// Sends bytes, as many as the server takes.
  package func send(_ bytes: some Sequence<UInt8>) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      // A call with a time limit is not continued after a signal, such as that of a child's end.
      if sent < 0, errno == EINTR { continue }
      guard sent > 0 else { return }
      rest = rest.dropFirst(sent)
    }
  }

  /// Says that nothing more is sent.
  package func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Receives bytes until the server closes the connection or falls silent.
  package func receiveAll() -> Data {
    var received = Data()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return received }
      received.append(contentsOf: buffer[..<count])
    }
  }

  /// Sends one HTTP request and returns the status of the answer; `nil` without an answer.
  package static func request(
    port: UInt16, _ method: String, _ target: String, headers: [String] = [], body: String = ""
  ) -> (status: Int, body: Data)? {
    guard let connection = Connection(port: port) else { return nil }
    let lines = [
      "\(method) \(target) HTTP/1.1", "Host: 127.0.0.1", "Connection: close",
      "Content-Length: \(body.utf8.count)",
    ]
    let head = (lines + headers).joined(separator: "\r\n")
    connection.send("\(head)\r\n\r\n\(body)".utf8)
    let answer = connection.receiveAll()
    let words = answer.prefix(12).split(separator: UInt8(ascii: " "))
    guard words.count == 2, let status = Int(String(decoding: words[1], as: UTF8.self)) else {
      return nil
    }
    let end = answer.firstRange(of: Data("\r\n\r\n".utf8))?.upperBound ?? answer.endIndex
    return (status, Data(answer[end...]))
  }
}
