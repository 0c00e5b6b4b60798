/// Why a text is not JSON, with the line where it stops making sense.
package struct JSONError: Error, Equatable, CustomStringConvertible {
  package let line: Int
  package let problem: String

  package var description: String { "line \(line): \(problem)" }
}

/// A strict JSON reader (RFC 8259) that refuses nesting beyond 512 levels.
package struct JSONParser {
  private let bytes: [UInt8]
  private var position = 0
  private static let deepestNesting = 512

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads exactly one document.
  package static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
    var parser = JSONParser(bytes)
    let value = try parser.value(depth: 0)
    parser.skipSpace()
    guard parser.position == bytes.count else { throw parser.error("text after the document") }
    return value
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    guard depth < Self.deepestNesting else { throw error("nested too deeply") }
    skipSpace()
    switch peek {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case nil: throw error("the document ends too early")
    default: return try number()
    }
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
    var members: [String: JSONValue] = [:]
    position += 1
    skipSpace()
    if take("}") { return .object(members) }
    repeat {
      skipSpace()
      let key = try string()
      skipSpace()
      guard take(":") else { throw error("expected ':' after the key \"\(key)\"") }
      guard members.updateValue(try value(depth: depth + 1), forKey: key) == nil else {
        throw error("the key \"\(key)\" appears twice")
      }
      skipSpace()
    } while take(",")
    guard take("}") else { throw error("expected ',' or '}'") }
    return .object(members)
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
    var elements: [JSONValue] = []
    position += 1
    skipSpace()
    if take("]") { return .array(elements) }
    repeat {
      elements.append(try value(depth: depth + 1))
      skipSpace()
    } while take(",")
    guard take("]") else { throw error("expected ',' or ']'") }
    return .array(elements)
  }

  private mutating func number() throws(JSONError) -> JSONValue {
    let start = position
    while let byte = peek, "+-.0123456789eE".utf8.contains(byte) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if let integer = Int(text), !text.hasPrefix("+") { return .integer(integer) }
    guard let first = text.utf8.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "."),
      let number = Double(text), number.isFinite
    else { throw error("expected a value") }
    return .number(number)
  }

  private mutating func word(
    _ text: StaticString, _ value: JSONValue
  ) throws(JSONError) -> JSONValue {
    for byte in "\(text)".utf8 {
      guard peek == byte else { throw error("expected \(text)") }
      position += 1
    }
    return value
  }

  private mutating func string() throws(JSONError) -> String {
    guard take("\"") else { throw error("expected a string") }
    var text: [UInt8] = []
    while let byte = peek {
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let valid = String(validating: text, as: UTF8.self) else {
          throw error("a string is not UTF-8")
        }
        return valid
      case UInt8(ascii: "\\"): text += try escape().utf8
      case 0..<0x20: throw error("a control character in a string")
      default: text.append(byte)
      }
    }
    throw error("a string does not end")
  }

  private mutating func escape() throws(JSONError) -> String {
    guard let byte = peek else { throw error("a string does not end") }
    position += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      return String(UnicodeScalar(byte))
    case UInt8(ascii: "u"):
      var units = [try codeUnit()]
      if UTF16.isLeadSurrogate(units[0]), take("\\"), take("u") { units.append(try codeUnit()) }
      return String(decoding: units, as: UTF16.self)
    default: throw error("an unknown escape in a string")
    }
  }

  private mutating func codeUnit() throws(JSONError) -> UInt16 {
    let digits = bytes[position...].prefix(4)
    guard digits.count == 4,
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw error("a \\u escape needs four hexadecimal digits") }
    position += 4
    return unit
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  private func error(_ problem: String) -> JSONError {
    JSONError(line: 1 + bytes[..<position].count { $0 == 0x0A }, problem: problem)
  }
}
