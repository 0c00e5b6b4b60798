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
