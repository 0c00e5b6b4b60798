import Terminal

/// Where a server listens: `HOST:PORT`, the host of an IPv6 address in brackets.
struct ListenAddress: Equatable {
  let host: String
  /// 0 for any free one.
  let port: UInt16

  /// The address as part of a URL.
  var authority: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// Whether only programs on this machine can connect.
  var isLoopback: Bool {
    host == "localhost" || host == "::1" || host.hasPrefix("127.") && !host.contains { $0.isLetter }
  }

  /// The default address for operators of a server that listens here.
  var defaultForOperators: ListenAddress {
    let (sum, overflows) = port.addingReportingOverflow(1000)
    return ListenAddress(host: "127.0.0.1", port: port == 0 || overflows ? 0 : sum)
  }
}

extension ListenAddress: CommandLineValue {
  init(argument: String) throws(InvalidValueError) {
    let mistake = InvalidValueError("must be HOST:PORT, for example 127.0.0.1:8080 or [::1]:0")
    guard let colon = argument.lastIndex(of: ":"),
      let port = UInt16(argument[argument.index(after: colon)...])
    else { throw mistake }
    var host = argument[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      throw mistake
    }
    guard !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw mistake }
    self.init(host: String(host), port: port)
  }

  var argument: String { authority }
  static var valueName: String { "HOST:PORT" }
}
