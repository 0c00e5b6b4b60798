/// Reads a JSON document piece by piece, so that it may be of any size. Source: RFC 8259.
struct JSONReader {
  private static let deepest = 256
  private static let longestText = 1 << 16

  let reader: ByteReader

  /// Skips blanks and returns the first byte of the next piece without taking it.
  func peek() throws(PlaceImportError) -> UInt8? {
    while let byte = try reader.peek() {
      guard byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B && byte != 0x0C else {
        return byte
      }
      _ = try reader.next()
    }
    return nil
  }

  /// Takes one of the bytes `{}[]:,`.
  func take(_ mark: Unicode.Scalar) throws(PlaceImportError) {
    guard try takeIfPresent(mark) else { throw reader.bad("'\(mark)' is missing") }
  }

  func takeIfPresent(_ mark: Unicode.Scalar) throws(PlaceImportError) -> Bool {
    guard try peek() == UInt8(ascii: mark) else { return false }
    _ = try reader.next()
    return true
  }

  /// Reads an object; the body reads or skips the value of each member.
  func readObject(
    _ readMember: (String) throws(PlaceImportError) -> Void
  ) throws(PlaceImportError) {
    try take("{")
    guard try !takeIfPresent("}") else { return }
    repeat {
      let name = try readText()
      try take(":")
      try readMember(name)
    } while try takeIfPresent(",")
    try take("}")
  }

  /// Reads a text.
  func readText() throws(PlaceImportError) -> String {
    try take("\"")
    var bytes: [UInt8] = []
    while let byte = try reader.next() {
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: bytes, as: UTF8.self) else {
          throw reader.bad("a text is not in UTF-8")
        }
        return text
      case UInt8(ascii: "\\"): bytes += try readEscape()
      case 0..<0x20: throw reader.bad("a text contains a control character")
      default: bytes.append(byte)
      }
      guard bytes.count <= Self.longestText else {
        throw reader.bad("a text is longer than \(Self.longestText >> 10) KiB")
      }
    }
    throw reader.bad("a text has no end")
  }

  /// Reads a number as it is written.
  func readNumber() throws(PlaceImportError) -> [UInt8] {
    var bytes: [UInt8] = []
    _ = try peek()
    while let byte = try reader.peek(), "0123456789+-.eE".utf8.contains(byte), bytes.count < 64 {
      bytes.append(byte)
      _ = try reader.next()
    }
    guard !bytes.isEmpty else { throw reader.bad("a number is missing") }
    return bytes
  }

  /// Reads past a value of any kind and size.
  func skipValue() throws(PlaceImportError) {
    var open: [UInt8] = []
    repeat {
      switch try peek() {
      case UInt8(ascii: "\""): try skipText()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard open.count < Self.deepest, let byte = try reader.next() else {
          throw reader.bad("values are nested more than \(Self.deepest) deep")
        }
        // In ASCII the closing bracket comes two after the opening one.
        open.append(byte + 2)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard let closing = open.popLast(), try reader.next() == closing else {
          throw reader.bad("a bracket closes nothing")
        }
      case UInt8(ascii: ","), UInt8(ascii: ":"):
        guard !open.isEmpty else { throw reader.bad("a value is missing") }
        _ = try reader.next()
      case nil: throw reader.bad("the document has no end")
      default: try skipWord()
      }
    } while !open.isEmpty
  }

  private func skipText() throws(PlaceImportError) {
    try take("\"")
    while let byte = try reader.next() {
      if byte == UInt8(ascii: "\"") { return }
      if byte == UInt8(ascii: "\\") { _ = try reader.next() }
    }
    throw reader.bad("a text has no end")
  }

  /// Skips a number, `true`, `false` or `null`.
  private func skipWord() throws(PlaceImportError) {
    var length = 0
    while let byte = try reader.peek(), Self.isInWord(byte) {
      length += 1
      _ = try reader.next()
    }
    guard length > 0 else { throw reader.bad("a value is missing") }
  }

  private static func isInWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "E"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
