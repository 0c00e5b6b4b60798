import Foundation
import Glibc

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
    Thread.detachNewThread {
      var relay = Relay(listener: listener, ports: ports)
      relay.run()
    }
  }

  /// Ends the thread, which closes every connection.
  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  /// One thread for all connections: a connection that is never closed holds up no other, and ends
  /// after a time.
  private struct Relay {
    /// A client and its server; the sides that may still send.
    struct Pair {
      let ends: [Int32]
      var isOpen = [true, true]
    }

    /// How long all connections may be silent, in milliseconds.
    private static let longestSilence: Int32 = 30_000

    let listener: Int32
    let ports: [UInt16]
    var pairs: [Pair] = []
    var next = 0
    var buffer = [UInt8](repeating: 0, count: 65_536)

    init(listener: Int32, ports: [UInt16]) {
      (self.listener, self.ports) = (listener, ports)
    }

    mutating func run() {
      while true {
        let sides = pairs.flatMap { pair in
          zip(pair.ends, pair.isOpen).map { $1 ? $0 : -1 }
        }
        var watched = ([listener] + sides).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        if poll(&watched, nfds_t(watched.count), Self.longestSilence) == 0 { closeAll() }
        for (index, side) in watched.dropFirst().enumerated()
        where side.fd >= 0 && side.revents != 0 && index / 2 < pairs.count {
          pass(pair: index / 2, side: index % 2)
        }
        for pair in pairs where pair.isOpen == [false, false] { pair.ends.forEach { close($0) } }
        pairs.removeAll { $0.isOpen == [false, false] }
        if watched[0].revents != 0, !acceptClient() {
          closeAll()
          close(listener)
          return
        }
      }
    }

    /// Joins the next client with the next server; `false` once the listener is closed.
    private mutating func acceptClient() -> Bool {
      let client = accept(listener, nil, nil)
      guard client >= 0 else { return false }
      let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      let port = ports[next % ports.count]
      next += 1
      guard RoundRobinProxy.withAddress(port: port, { connect(server, $0, $1) }) == 0 else {
        close(client)
        close(server)
        return true
      }
      // A side that does not read must not hold up the others.
      var limit = timeval(tv_sec: 5, tv_usec: 0)
      for end in [client, server] {
        setsockopt(
          end, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
      }
      pairs.append(Pair(ends: [client, server]))
      return true
    }

    /// Passes on what one side has sent; at its end the other side is told.
    private mutating func pass(pair: Int, side: Int) {
      let (from, to) = (pairs[pair].ends[side], pairs[pair].ends[1 - side])
      let count = recv(from, &buffer, buffer.count, 0)
      if count > 0, send(to, buffer, count, Int32(MSG_NOSIGNAL)) == count { return }
      shutdown(to, Int32(SHUT_WR))
      pairs[pair].isOpen[side] = false
    }

    private mutating func closeAll() {
      for pair in pairs { pair.ends.forEach { close($0) } }
      pairs = []
    }
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
