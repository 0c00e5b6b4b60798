/// Reads one JSON value (RFC 8259) from UTF-8 bytes in one pass.
///
/// It refuses what the grammar refuses, values nested more deeply than ``maximumDepth``, text that
/// is not UTF-8 or has half a surrogate pair, and numbers beyond a double's range.
struct JSONParser {
  /// How many lists and objects may be open at once; recursion stays within a thread's stack.
  static let maximumDepth = 256

  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// Reads the whole input as one value.
  mutating func parseDocument() throws(JSONParseError) -> JSONValue {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }  // A byte order mark.
    skipBlanks()
    let value = try parseValue(depth: 0)
    skipBlanks()
    guard position == bytes.count else { throw error("expected the end after the value") }
    return value
  }

  mutating func parseValue(depth: Int) throws(JSONParseError) -> JSONValue {
    guard position < bytes.count else { throw error("expected a value, found the end") }
    switch bytes[position] {
    case UInt8(ascii: "{"): return .object(try parseObject(depth: depth))
    case UInt8(ascii: "["): return .array(try parseArray(depth: depth))
    case UInt8(ascii: "\""): return .string(try parseString())
    case UInt8(ascii: "t"): return try parseWord("true", as: .boolean(true))
    case UInt8(ascii: "f"): return try parseWord("false", as: .boolean(false))
    case UInt8(ascii: "n"): return try parseWord("null", as: .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return .number(try parseNumber())
    default: throw error("expected a value")
    }
  }

  private mutating func parseObject(depth: Int) throws(JSONParseError) -> JSONObject {
    try open(depth: depth)
    var object = JSONObject()
    if consume(UInt8(ascii: "}")) { return object }
    while true {
      guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
        throw error("expected a member's name in double quotes")
      }
      let name = try parseString()
      skipBlanks()
      guard consume(UInt8(ascii: ":")) else { throw error("expected ':' after the name") }
      skipBlanks()
      object[name] = try parseValue(depth: depth + 1)
      skipBlanks()
      if consume(UInt8(ascii: "}")) { return object }
      guard consume(UInt8(ascii: ",")) else { throw error("expected ',' or '}'") }
      skipBlanks()
    }
  }

  private mutating func parseArray(depth: Int) throws(JSONParseError) -> [JSONValue] {
    try open(depth: depth)
    var elements: [JSONValue] = []
    if consume(UInt8(ascii: "]")) { return elements }
    while true {
      elements.append(try parseValue(depth: depth + 1))
      skipBlanks()
      if consume(UInt8(ascii: "]")) { return elements }
      guard consume(UInt8(ascii: ",")) else { throw error("expected ',' or ']'") }
      skipBlanks()
    }
  }

  private mutating func open(depth: Int) throws(JSONParseError) {
    guard depth < Self.maximumDepth else {
      throw error("nested more than \(Self.maximumDepth) levels deep")
    }
    position += 1
    skipBlanks()
  }

  private mutating func parseWord(
    _ word: StaticString, as value: JSONValue
  ) throws(JSONParseError) -> JSONValue {
    let expected = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard bytes[position...].starts(with: expected) else { throw error("expected a value") }
    position += expected.count
    return value
  }

  @inline(__always)
  mutating func consume(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  @inline(__always)
  mutating func skipBlanks() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  /// An error at the current position; the line is only counted here.
  func error(_ problem: String) -> JSONParseError {
    var line = 1
    var column = 1
    for byte in bytes[..<min(position, bytes.count)] {
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0b1100_0000 != 0b1000_0000 {  // Not inside a scalar.
        column += 1
      }
    }
    return JSONParseError(line: line, column: column, problem: problem)
  }
}

extension JSONValue {
  /// Reads one JSON text in UTF-8.
  ///
  /// - Throws: ``JSONParseError`` with the line and column of the first byte that is not JSON.
  ///   Nesting beyond 256 levels and numbers beyond a double's range are refused.
  public init(parsing bytes: some Collection<UInt8>) throws(JSONParseError) {
    let result = bytes.withContiguousStorageIfAvailable(Self.parse)
    self = try (result ?? Array(bytes).withUnsafeBufferPointer(Self.parse)).get()
  }

  /// Reads one JSON text.
  ///
  /// - Throws: ``JSONParseError`` with the line and column of the first byte that is not JSON.
  public init(parsing text: String) throws(JSONParseError) {
    try self.init(parsing: text.utf8)
  }

  private static func parse(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Result<JSONValue, JSONParseError> {
    var parser = JSONParser(bytes)
    return Result { () throws(JSONParseError) in try parser.parseDocument() }
  }
}
