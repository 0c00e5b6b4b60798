import Dispatch
import Glibc
import Synchronization

/// Stands before several servers of this machine and gives each connection to the next one.
final class RoundRobinProxy: Sendable {
  struct Failure: Error {}

  let port: UInt16
  private let listener: Int32

  init(ports: [UInt16]) throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let listener = listener
    let bound = Self.withAddress(port: 0) { bind(listener, $0, $1) }
    guard bound == 0, listen(listener, 16) == 0 else { throw Failure() }
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let named = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(listener, $0, &length)
      }
    }
    guard named == 0 else { throw Failure() }
    port = UInt16(bigEndian: address.sin_port)
    DispatchQueue(label: "balancer").async {
      var next = 0
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        Self.join(client, toServerAt: ports[next % ports.count])
        next += 1
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private static func join(_ client: Int32, toServerAt port: UInt16) {
    let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard withAddress(port: port, { connect(server, $0, $1) }) == 0 else {
      close(client)
      close(server)
      return
    }
    let both = DispatchGroup()
    for (from, to) in [(client, server), (server, client)] {
      DispatchQueue(label: "balancer.connection").async(group: both) { pass(from, to) }
    }
    both.notify(queue: DispatchQueue(label: "balancer.end")) {
      close(client)
      close(server)
    }
  }

  /// Passes bytes on until one side has no more; then the other side is told.
  private static func pass(_ from: Int32, _ to: Int32) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(from, &buffer, buffer.count, 0)
      guard count > 0, send(to, buffer, count, Int32(MSG_NOSIGNAL)) == count else { break }
    }
    shutdown(to, Int32(SHUT_WR))
  }

  private static func withAddress(
    port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    address.sin_port = port.bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
