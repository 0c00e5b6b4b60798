import Foundation
import Glibc
import Synchronization

/// A server that answers every request with the same bytes.
final class AnswerServer: Sendable {
  let port: UInt16
  private let listener: Int32
  private let bytes = Mutex<[UInt8]>([])

  init() throws {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let listener = socket(AF_INET, kind, 0)
    self.listener = listener
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let succeeded = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 64) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    guard succeeded else { throw POSIXError(.EADDRNOTAVAIL) }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [self] in serve() }
  }

  /// Chooses what is answered from now on.
  func answer(with bytes: [UInt8]) { self.bytes.withLock { $0 = bytes } }

  private func serve() {
    var limit = timeval(tv_sec: 2, tv_usec: 0)
    while true {
      let client = accept(listener, nil, nil)
      guard client >= 0 else { continue }
      _ = fcntl(client, F_SETFD, FD_CLOEXEC)
      for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
        setsockopt(client, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
      }
      var request = [UInt8](repeating: 0, count: 65_536)
      _ = recv(client, &request, request.count, 0)
      var answer = bytes.withLock { $0 }[...]
      // A body alone, so that what is behind the transport is tried too.
      if !answer.starts(with: "HTTP".utf8) {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n"
        answer = ArraySlice("\(head)Content-Length: \(answer.count)\r\n\r\n".utf8) + answer
      }
      while !answer.isEmpty {
        let sent = answer.withUnsafeBytes {
          send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard sent > 0 else { break }
        answer = answer.dropFirst(sent)
      }
      close(client)
    }
  }
}
