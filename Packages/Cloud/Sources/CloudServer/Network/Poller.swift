import CNetwork
import Glibc

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
