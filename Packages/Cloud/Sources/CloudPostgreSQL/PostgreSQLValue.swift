import Cloud

extension SQLValue {
  /// The value as the server reads it; `nil` for null.
  var sent: String? {
    switch self {
    case .integer(let value): String(value)
    case .real(let value): String(value)
    // The server cannot keep NUL. No text that is kept has it, so one that is looked up must not
    // be found: it is sent with a character instead that no keyboard has.
    case .text(let value):
      value.utf8.contains(0) ? value.replacing("\0", with: "\u{FFFF}") : value
    case .blob(let bytes): "\\x" + Hexadecimal.encode(bytes)
    case .null: nil
    }
  }
}

/// Two digits for each byte.
enum Hexadecimal {
  static func encode(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let characters = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: characters, as: UTF8.self)
  }

  /// Reads digits; `nil` when they are none.
  static func decode(_ digits: some Collection<UInt8>) -> [UInt8]? {
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    var high: UInt8?
    for digit in digits {
      guard let value = value(of: digit) else { return nil }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return bytes
  }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
