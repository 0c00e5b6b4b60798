import Core
import Glibc

/// Who a client is, as far as its address tells.
enum ClientAddress {
  /// Returns what to count a client's requests under: an IPv4 address, or the network of an IPv6
  /// address, of which one household has all 2⁶⁴. Source: RFC 6177, section 2.
  ///
  /// - Parameter forwarded: The header `X-Forwarded-For`, of which the last entry is the nearest
  ///   proxy's word.
  static func key(peer: String, forwarded: String?) -> String {
    let last = forwarded?.split(separator: ",").last.map { String($0).trimmingBlanks }
    let address = last ?? peer
    var bytes = in6_addr()
    guard inet_pton(AF_INET6, address, &bytes) == 1 else { return address }
    let numbers = withUnsafeBytes(of: bytes) { Array($0) }
    // An IPv4 client of a socket that serves both. Source: RFC 4291, section 2.5.5.2.
    if numbers.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF] {
      return numbers.suffix(4).map(String.init).joined(separator: ".")
    }
    return numbers.prefix(8).map { String($0, radix: 16) }.joined(separator: ":") + "/64"
  }

  /// Writes a socket's address as a number.
  static func text(_ address: UnsafePointer<sockaddr>) -> String {
    var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let size =
      address.pointee.sa_family == sa_family_t(AF_INET6)
      ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
    let code = getnameinfo(
      address, socklen_t(size), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
    guard code == 0 else { return "unknown" }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
