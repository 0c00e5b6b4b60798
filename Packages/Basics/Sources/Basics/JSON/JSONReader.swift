/// Reads one JSON value (RFC 8259) from UTF-8 bytes in one pass.
struct JSONReader {
  /// What was wrong at a position.
  struct Failure: Error {
    let position: Int
    let problem: String
  }

  let bytes: UnsafeBufferPointer<UInt8>
  let options: JSON.ReadingOptions
  var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, options: JSON.ReadingOptions) {
    self.bytes = bytes
    self.options = options
  }

  /// Reads the whole input as one value.
  mutating func readDocument() throws(Failure) -> JSON {
    guard bytes.count <= options.maximumByteCount else {
      throw failure(
        "the document is longer than \(options.maximumByteCount) bytes",
        at: max(0, options.maximumByteCount))
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }  // A byte order mark.
    skipBlanks()
    let value = try readValue(depth: 0)
    skipBlanks()
    guard position == bytes.count else { throw failure("expected the end after the value") }
    return value
  }

  private mutating func readValue(depth: Int) throws(Failure) -> JSON {
    guard position < bytes.count else { throw failure("expected a value, found the end") }
    switch bytes[position] {
    case UInt8(ascii: "{"): return .object(try readObject(depth: depth))
    case UInt8(ascii: "["): return .array(try readArray(depth: depth))
    case UInt8(ascii: "\""): return .string(try readString())
    default: return try readScalar()
    }
  }

  /// Reads a number, `true`, `false` or `null`.
  mutating func readScalar() throws(Failure) -> JSON {
    guard position < bytes.count else { throw failure("expected a value, found the end") }
    switch bytes[position] {
    case UInt8(ascii: "t"): return try readWord("true", as: .boolean(true))
    case UInt8(ascii: "f"): return try readWord("false", as: .boolean(false))
    case UInt8(ascii: "n"): return try readWord("null", as: .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return .number(try readNumber())
    default: throw failure("expected a value")
    }
  }

  @inline(never)
  private mutating func readObject(depth: Int) throws(Failure) -> JSON.Object {
    try open(depth: depth)
    var object = JSON.Object()
    if consume(UInt8(ascii: "}")) { return object }
    while true {
      guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
        throw failure("expected a member's name in double quotes")
      }
      let start = position
      let name = try readString()
      skipBlanks()
      guard consume(UInt8(ascii: ":")) else { throw failure("expected ':' after the name") }
      skipBlanks()
      let isDuplicate = object.updateValue(try readValue(depth: depth + 1), for: name)
      if isDuplicate, options.rejectsDuplicateNames {
        throw failure("the object has two members of one name", at: start)
      }
      skipBlanks()
      if consume(UInt8(ascii: "}")) { return object }
      guard consume(UInt8(ascii: ",")) else { throw failure("expected ',' or '}'") }
      skipBlanks()
    }
  }

  @inline(never)
  private mutating func readArray(depth: Int) throws(Failure) -> [JSON] {
    try open(depth: depth)
    var elements: [JSON] = []
    if consume(UInt8(ascii: "]")) { return elements }
    while true {
      elements.append(try readValue(depth: depth + 1))
      skipBlanks()
      if consume(UInt8(ascii: "]")) { return elements }
      guard consume(UInt8(ascii: ",")) else { throw failure("expected ',' or ']'") }
      skipBlanks()
    }
  }

  private mutating func open(depth: Int) throws(Failure) {
    guard depth < options.maximumDepth else {
      throw failure("nested more than \(options.maximumDepth) levels deep")
    }
    position += 1
    skipBlanks()
  }

  private mutating func readWord(_ word: StaticString, as value: JSON) throws(Failure) -> JSON {
    let expected = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard bytes[position...].starts(with: expected) else { throw failure("expected a value") }
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
  private mutating func skipBlanks() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  func failure(_ problem: String, at place: Int? = nil) -> Failure {
    Failure(position: place ?? position, problem: problem)
  }

  /// The error for a failure; the line and the column are only counted here.
  func parseError(_ failure: Failure) -> JSON.ParseError {
    var line = 1
    var column = 1
    for byte in bytes[..<min(failure.position, bytes.count)] {
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0b1100_0000 != 0b1000_0000 {  // Not inside a scalar.
        column += 1
      }
    }
    return JSON.ParseError(
      line: line, column: column, offset: failure.position, problem: failure.problem)
  }
}
