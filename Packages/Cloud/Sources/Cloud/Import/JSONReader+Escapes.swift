extension JSONReader {
  /// Reads what follows a backslash. Source: RFC 8259, section 7.
  func readEscape() throws(PlaceImportError) -> [UInt8] {
    switch try reader.next() {
    case UInt8(ascii: "\""): return [UInt8(ascii: "\"")]
    case UInt8(ascii: "\\"): return [UInt8(ascii: "\\")]
    case UInt8(ascii: "/"): return [UInt8(ascii: "/")]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): return try readCodePoint()
    default: throw reader.bad("a text contains an unknown escape")
    }
  }

  private func readCodePoint() throws(PlaceImportError) -> [UInt8] {
    var units = [try readUnit()]
    if UTF16.isLeadSurrogate(units[0]) {
      guard try reader.next() == UInt8(ascii: "\\"), try reader.next() == UInt8(ascii: "u") else {
        throw reader.bad("a text contains half a character")
      }
      units.append(try readUnit())
    }
    guard let text = String(validating: units, as: UTF16.self) else {
      throw reader.bad("a text contains half a character")
    }
    return Array(text.utf8)
  }

  private func readUnit() throws(PlaceImportError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = try reader.next(),
        let digit = Character(Unicode.Scalar(byte)).hexDigitValue
      else { throw reader.bad("a text contains an unknown escape") }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }
}
