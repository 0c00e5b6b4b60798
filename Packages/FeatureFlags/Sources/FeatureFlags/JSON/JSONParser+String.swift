extension JSONParser {
  /// Reads a text in double quotes, the opening one being at the current position.
  mutating func parseString() throws(JSONParseError) -> String {
    let start = position + 1
    position = start
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        let text = try validated(bytes[start..<position], from: start)
        position += 1
        return text
      case UInt8(ascii: "\\"):
        return try parseEscapedString(from: start)
      case 0..<0x20:
        throw error("a control character in a text must be written as an escape")
      default:
        position += 1
      }
    }
    throw error("the text has no closing quote")
  }

  /// Reads the rest of a text whose first escape is at the current position.
  private mutating func parseEscapedString(from start: Int) throws(JSONParseError) -> String {
    var units = Array(bytes[start..<position])
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        let text = try validated(units, from: start)
        position += 1
        return text
      case UInt8(ascii: "\\"):
        try appendEscape(to: &units)
      case 0..<0x20:
        throw error("a control character in a text must be written as an escape")
      default:
        units.append(byte)
        position += 1
      }
    }
    throw error("the text has no closing quote")
  }

  private func validated(
    _ units: some Collection<UInt8>, from start: Int
  ) throws(JSONParseError) -> String {
    guard let text = String(validating: units, as: UTF8.self) else {
      var parser = self
      parser.position = start
      throw parser.error("the text is not valid UTF-8")
    }
    return text
  }

  private mutating func appendEscape(to units: inout [UInt8]) throws(JSONParseError) {
    guard position + 1 < bytes.count else { throw error("the text has no closing quote") }
    switch bytes[position + 1] {
    case UInt8(ascii: "\""): units.append(UInt8(ascii: "\""))
    case UInt8(ascii: "\\"): units.append(UInt8(ascii: "\\"))
    case UInt8(ascii: "/"): units.append(UInt8(ascii: "/"))
    case UInt8(ascii: "b"): units.append(0x08)
    case UInt8(ascii: "f"): units.append(0x0C)
    case UInt8(ascii: "n"): units.append(0x0A)
    case UInt8(ascii: "r"): units.append(0x0D)
    case UInt8(ascii: "t"): units.append(0x09)
    case UInt8(ascii: "u"):
      units.append(contentsOf: Array(String(try parseScalar()).utf8))
      return
    default: throw error("unknown escape")
    }
    position += 2
  }

  /// Reads `\uXXXX`, or two of them that make a surrogate pair.
  private mutating func parseScalar() throws(JSONParseError) -> Character {
    let first = try parseHexadecimal()
    if let scalar = Unicode.Scalar(first) { return Character(scalar) }
    guard first < 0xDC00, position < bytes.count, bytes[position] == UInt8(ascii: "\\"),
      position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "u")
    else { throw error("half of a surrogate pair") }
    let second = try parseHexadecimal()
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw error("half of a surrogate pair") }
    return Character(scalar)
  }

  private mutating func parseHexadecimal() throws(JSONParseError) -> UInt32 {
    var value: UInt32 = 0
    for offset in 2..<6 {
      guard position + offset < bytes.count,
        let digit = Character(Unicode.Scalar(bytes[position + offset])).hexDigitValue
      else { throw error("expected four hexadecimal digits after \\u") }
      value = value << 4 | UInt32(digit)
    }
    position += 6
    return value
  }
}
