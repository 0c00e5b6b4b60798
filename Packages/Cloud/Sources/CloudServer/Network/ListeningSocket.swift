import CNetwork
import Glibc

/// A socket that clients connect to.
struct ListeningSocket {
  let descriptor: Int32
  let port: UInt16

  /// Listens on the first address of a host that can be used.
  init(host: String, port: UInt16) throws(ServerError) {
    let name = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    var hints = addrinfo()
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, String(port), &hints, &found)
    guard code == 0, let found
    else { throw .cannotListen(address: name, reason: String(cString: gai_strerror(code))) }
    defer { freeaddrinfo(found) }
    var failure: Int32 = 0
    for address in sequence(first: found, next: { $0.pointee.ai_next }) {
      if let descriptor = Self.listen(on: address.pointee, failure: &failure) {
        self.descriptor = descriptor
        self.port = Self.port(of: descriptor)
        return
      }
    }
    throw .cannotListen(address: name, reason: String(cString: strerror(failure)))
  }

  private static func listen(on address: addrinfo, failure: inout Int32) -> Int32? {
    let kind = address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let descriptor = socket(address.ai_family, kind, address.ai_protocol)
    // A restarted server must not wait until the kernel drops the old connections.
    var yes: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    guard descriptor >= 0, setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size) == 0,
      bind(descriptor, address.ai_addr, address.ai_addrlen) == 0,
      Glibc.listen(descriptor, SOMAXCONN) == 0
    else {
      failure = errno
      if descriptor >= 0 { close(descriptor) }
      return nil
    }
    return descriptor
  }

  private static func port(of descriptor: Int32) -> UInt16 {
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = getsockname(descriptor, $0, &size)
      }
      // The port stands at the same place in the addresses of both families.
      return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        UInt16(bigEndian: $0.pointee.sin_port)
      }
    }
  }
}

/// Waits for several sockets at once. Source: epoll(7).
struct Poller {
  /// The events to wait for on a socket; errors and hang-ups are always reported.
  enum Interest: Equatable { case nothing, reading, writing }

  /// A socket that has become ready.
  struct Event {
    let identifier: UInt64
    /// Both directions of the connection are closed.
    let isHungUp: Bool
  }

  private let descriptor: Int32
  private var events = [epoll_event](repeating: epoll_event(), count: 256)

  init() throws(ServerError) {
    descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard descriptor >= 0 else { throw .cannotServe(reason: String(cString: strerror(errno))) }
  }

  /// Ends the use of the poller.
  func close() { Glibc.close(descriptor) }

  /// Adds a socket under an identifier; returns whether the system could.
  func add(_ socket: Int32, _ identifier: UInt64, _ interest: Interest) -> Bool {
    control(EPOLL_CTL_ADD, socket, identifier, interest)
  }

  func change(_ socket: Int32, _ identifier: UInt64, _ interest: Interest) {
    _ = control(EPOLL_CTL_MOD, socket, identifier, interest)
  }

  func remove(_ socket: Int32) { _ = control(EPOLL_CTL_DEL, socket, 0, .nothing) }

  /// Waits at most for a number of milliseconds and returns the sockets that are ready.
  mutating func wait(milliseconds: Int32) -> [Event] {
    let count = epoll_wait(descriptor, &events, Int32(events.count), milliseconds)
    return events.prefix(max(0, Int(count))).map { event in
      let hungUp = EPOLLERR.rawValue | EPOLLHUP.rawValue
      return Event(identifier: event.data.u64, isHungUp: event.events & hungUp != 0)
    }
  }

  private func control(
    _ operation: Int32, _ socket: Int32, _ identifier: UInt64, _ interest: Interest
  ) -> Bool {
    var event = epoll_event()
    event.data.u64 = identifier
    switch interest {
    case .nothing: event.events = 0
    case .reading: event.events = EPOLLIN.rawValue
    case .writing: event.events = EPOLLOUT.rawValue
    }
    return epoll_ctl(descriptor, operation, socket, &event) == 0
  }
}
