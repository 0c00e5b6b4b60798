extension JSONReader {
  /// Reads a text in double quotes, the opening one being at the current position.
  mutating func readString() throws(Failure) -> String {
    let start = position + 1
    guard let isASCII = try scanPlainText() else { return try readEscapedString(from: start) }
    let units = UnsafeBufferPointer(rebasing: bytes[start..<position - 1])
    // ASCII needs no validation.
    return isASCII ? String(decoding: units, as: UTF8.self) : try validated(units, start)
  }

  /// Reads a text in double quotes to a tape.
  mutating func readText(to tape: inout JSONTape) throws(Failure) {
    let start = position + 1
    guard let isASCII = try scanPlainText() else {
      _ = try readEscapedString(from: start)
      let units = UnsafeBufferPointer(rebasing: bytes[start..<position - 1])
      return tape.append(JSONTape.Entry(.escapedText, units, at: start))
    }
    let units = UnsafeBufferPointer(rebasing: bytes[start..<position - 1])
    if !isASCII { try validate(units, start) }
    tape.append(JSONTape.Entry(.text, units, at: start))
  }

  /// Reads a text without escapes and returns whether it is ASCII; `nil` at the first escape.
  @inline(__always)
  private mutating func scanPlainText() throws(Failure) -> Bool? {
    position += 1
    var isASCII = true
    while position < bytes.count {
      if position + 8 <= bytes.count {
        let next = EightBytes(bytes, at: position)
        let count = next.plainCount
        if next.hasHighBit(inFirst: count) { isASCII = false }
        position += count
        if count == 8 { continue }
      }
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return isASCII
      case UInt8(ascii: "\\"): return nil
      case 0..<0x20:
        throw failure("a control character in a text must be written as an escape")
      case 0x80...: isASCII = false
      default: break
      }
      position += 1
    }
    throw failure("the text has no closing quote")
  }

  /// Reads the rest of a text whose first escape is at the current position.
  private mutating func readEscapedString(from start: Int) throws(Failure) -> String {
    var units = Array(bytes[start..<position])
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        let text = try units.withUnsafeBufferPointer { (units) throws(Failure) in
          try validated(units, start)
        }
        position += 1
        return text
      case UInt8(ascii: "\\"):
        try appendEscape(to: &units)
      case 0..<0x20:
        throw failure("a control character in a text must be written as an escape")
      default:
        units.append(byte)
        position += 1
      }
    }
    throw failure("the text has no closing quote")
  }

  private func validated(
    _ units: UnsafeBufferPointer<UInt8>, _ start: Int
  ) throws(Failure) -> String {
    guard let text = String(validating: units, as: UTF8.self) else {
      throw failure("the text is not valid UTF-8", at: start)
    }
    return text
  }

  private func validate(_ units: UnsafeBufferPointer<UInt8>, _ start: Int) throws(Failure) {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: units.span)
    } catch {
      throw failure("the text is not valid UTF-8", at: start)
    }
  }

  private mutating func appendEscape(to units: inout [UInt8]) throws(Failure) {
    guard position + 1 < bytes.count else { throw failure("the text has no closing quote") }
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
      units.append(contentsOf: String(try readScalarEscape()).utf8)
      return
    default: throw failure("unknown escape")
    }
    position += 2
  }

  /// Reads `\uXXXX`, or two of them that make a surrogate pair.
  private mutating func readScalarEscape() throws(Failure) -> Unicode.Scalar {
    let first = try readHexadecimal()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, position < bytes.count, bytes[position] == UInt8(ascii: "\\"),
      position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "u")
    else { throw failure("half of a surrogate pair") }
    let second = try readHexadecimal()
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw failure("half of a surrogate pair") }
    return scalar
  }

  private mutating func readHexadecimal() throws(Failure) -> UInt32 {
    var value: UInt32 = 0
    for offset in 2..<6 {
      guard position + offset < bytes.count,
        let digit = Hexadecimal.value(of: bytes[position + offset])
      else { throw failure("expected four hexadecimal digits after \\u") }
      value = value << 4 | UInt32(digit)
    }
    position += 6
    return value
  }
}
