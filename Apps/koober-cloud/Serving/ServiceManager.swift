import Glibc

/// Tells systemd what the server does, so that it waits for a start before it goes on. Source:
/// sd_notify(3).
struct ServiceManager {
  /// The path of a socket, or its abstract name after an @; `nil` when nothing listens.
  private let socketName: String?

  init(environment: [String: String]) { socketName = environment["NOTIFY_SOCKET"] }

  /// Sends a state. One that cannot be sent is missed by systemd, which ends the start in its time.
  func notify(_ state: String) {
    guard var name = socketName.map({ Array($0.utf8) }) else { return }
    // The name of an abstract socket begins with NUL.
    if name.first == UInt8(ascii: "@") { name[0] = 0 }
    var address = sockaddr_un(sun_family: sa_family_t(AF_UNIX), sun_path: sockaddr_un().sun_path)
    let isWhole = withUnsafeMutableBytes(of: &address.sun_path) { path in
      path.copyBytes(from: name.prefix(path.count))
      return name.count < path.count
    }
    guard isWhole else { return }
    let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let size = MemoryLayout<sa_family_t>.size + name.count
    let state = Array(state.utf8)
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = sendto(descriptor, state, state.count, Int32(MSG_NOSIGNAL), $0, socklen_t(size))
      }
    }
  }
}
