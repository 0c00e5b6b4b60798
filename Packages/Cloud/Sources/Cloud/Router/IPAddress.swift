package import Glibc

/// The address of a client: four bytes of IPv4, or sixteen of IPv6.
package struct IPAddress: Hashable, Sendable, CustomStringConvertible {
  let bytes: [UInt8]
  /// The address as a number; each request has it in the log.
  package let description: String

  /// Reads an address as a number, with or without a port: `192.0.2.7`, `192.0.2.7:80`,
  /// `2001:db8::1` or `[2001:db8::1]:80`. An IPv4 address that is mapped into IPv6 is IPv4.
  package init?(_ text: some StringProtocol) {
    var host = String(text)
    if host.hasPrefix("[") {
      guard let end = host.firstIndex(of: "]"), Self.isPort(host[host.index(after: end)...]) else {
        return nil
      }
      host = String(host[host.index(after: host.startIndex)..<end])
      guard host.contains(":") else { return nil }
    } else if let colon = host.firstIndex(of: ":"), colon == host.lastIndex(of: ":") {
      guard Self.isPort(host[colon...]) else { return nil }
      host = String(host[..<colon])
    }
    // A C string would end there.
    guard !host.utf8.contains(0) else { return nil }
    var v4 = in_addr()
    var v6 = in6_addr()
    if inet_pton(AF_INET, host, &v4) == 1 {
      self.init(bytes: withUnsafeBytes(of: v4) { Array($0) })
    } else if inet_pton(AF_INET6, host, &v6) == 1 {
      self.init(bytes: Self.unmapped(withUnsafeBytes(of: v6) { Array($0) }))
    } else {
      return nil
    }
  }

  /// Reads the address of a socket; `nil` for other families.
  package init?(_ storage: sockaddr_storage) {
    let all = withUnsafeBytes(of: storage) { Array($0) }
    switch Int32(storage.ss_family) {
    case AF_INET: self.init(bytes: Array(all[4..<8]))
    case AF_INET6: self.init(bytes: Self.unmapped(Array(all[8..<24])))
    default: return nil
    }
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = bytes.count == 4 ? AF_INET : AF_INET6
    _ = inet_ntop(family, bytes, &text, socklen_t(text.count))
    description = String(
      decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The network under which a client is limited: an IPv4 address itself, or the first 56 bits of
  /// an IPv6 address, which is what one household gets. Source: RFC 6177, section 2.
  package var network: IPNetwork {
    IPNetwork(bytes: bytes.count == 4 ? bytes : Array(bytes.prefix(7)))
  }

  /// Source: RFC 4291, section 2.5.5.2.
  private static func unmapped(_ bytes: [UInt8]) -> [UInt8] {
    bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF] ? Array(bytes.suffix(4)) : bytes
  }

  /// Whether a text is empty or `:PORT`.
  private static func isPort(_ text: Substring) -> Bool {
    text.isEmpty || text.hasPrefix(":") && UInt16(text.dropFirst()) != nil
  }
}

/// The addresses that count as one client.
package struct IPNetwork: Hashable, Sendable, CustomStringConvertible {
  fileprivate let bytes: [UInt8]

  package var description: String {
    bytes.count == 4
      ? bytes.map { String($0) }.joined(separator: ".")
      : bytes.map { String($0, radix: 16) }.joined(separator: ":") + "/56"
  }
}
