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
  ///
  /// What is open is remembered on the tape, so the depth costs no stack.
  mutating func readDocument() throws(Failure) -> JSONTape {
    guard bytes.count <= options.maximumByteCount else {
      throw failure(
        "the document is longer than \(options.maximumByteCount) bytes",
        at: max(0, options.maximumByteCount))
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }  // A byte order mark.
    var tape = JSONTape(byteCount: bytes.count)
    var level = Level(depth: 0, opening: -1, isObject: false)
    repeat {
      skipBlanks()
      if level.isObject { try readName(to: &tape) }
      guard try !readValue(to: &tape, in: &level) else { continue }
      try finishValues(&tape, &level)
    } while level.depth > 0
    skipBlanks()
    guard position == bytes.count else { throw failure("expected the end after the value") }
    return tape
  }

  /// The innermost list or object that is open.
  private struct Level {
    var depth: Int
    var opening: Int
    var isObject: Bool
  }

  private mutating func readName(to tape: inout JSONTape) throws(Failure) {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
      throw failure("expected a member's name in double quotes")
    }
    try readText(to: &tape)
    skipBlanks()
    guard consume(UInt8(ascii: ":")) else { throw failure("expected ':' after the name") }
    skipBlanks()
  }

  /// Reads a value, or the beginning of one that has others in it; returns whether there are any.
  @inline(__always)
  private mutating func readValue(
    to tape: inout JSONTape, in level: inout Level
  ) throws(Failure) -> Bool {
    guard position < bytes.count else { throw failure("expected a value, found the end") }
    switch bytes[position] {
    case UInt8(ascii: "{"): return try open(.object, UInt8(ascii: "}"), &tape, &level)
    case UInt8(ascii: "["): return try open(.array, UInt8(ascii: "]"), &tape, &level)
    case UInt8(ascii: "\""): try readText(to: &tape)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      tape.append(JSONTape.Entry(try readNumber()))
    default: tape.append(JSONTape.Entry(kind: try readWord()))
    }
    return false
  }

  private mutating func open(
    _ kind: JSONTape.Entry.Kind, _ closing: UInt8, _ tape: inout JSONTape, _ level: inout Level
  ) throws(Failure) -> Bool {
    guard level.depth < options.maximumDepth else {
      throw failure("nested more than \(options.maximumDepth) levels deep")
    }
    position += 1
    skipBlanks()
    let index = tape.count
    if consume(closing) {
      tape.append(JSONTape.Entry(kind: kind, extent: index + 1))
      return false
    }
    tape.append(JSONTape.Entry(kind: kind, extent: level.opening))
    level = Level(depth: level.depth + 1, opening: index, isObject: kind == .object)
    return true
  }

  /// Reads what follows a value up to the next one: a comma, and before it closing brackets.
  private mutating func finishValues(
    _ tape: inout JSONTape, _ level: inout Level
  ) throws(Failure) {
    while level.depth > 0 {
      skipBlanks()
      tape.withEntry(at: level.opening) { $0.content += 1 }
      if consume(UInt8(ascii: ",")) { return }
      guard consume(level.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
        throw failure(level.isObject ? "expected ',' or '}'" : "expected ',' or ']'")
      }
      if level.isObject, options.rejectsDuplicateNames {
        try checkNames(ofObjectAt: level.opening, tape)
      }
      let parent = tape.entries[level.opening].extent
      let end = tape.count
      tape.withEntry(at: level.opening) { $0.extent = end }
      level = Level(
        depth: level.depth - 1, opening: parent,
        isObject: parent >= 0 && tape.entries[parent].kind == .object)
    }
  }

  private func checkNames(
    ofObjectAt index: Int, _ tape: borrowing JSONTape
  ) throws(Failure) {
    let view = JSONTapeView(tape, bytes)
    var names: Set<CodeUnits> = []
    var name = index + 1
    while name < tape.count {
      guard names.insert(CodeUnits(view.text(at: name) ?? "")).inserted else {
        throw failure(
          "the object has two members of one name",
          at: Int(truncatingIfNeeded: tape.entries[name].content) - 1)
      }
      name = view.end(of: name + 1)
    }
  }

  /// Reads `true`, `false` or `null`.
  private mutating func readWord() throws(Failure) -> JSONTape.Entry.Kind {
    switch bytes[position] {
    case UInt8(ascii: "t"): try readWord("true", as: .true)
    case UInt8(ascii: "f"): try readWord("false", as: .false)
    case UInt8(ascii: "n"): try readWord("null", as: .null)
    default: throw failure("expected a value")
    }
  }

  private mutating func readWord(
    _ word: StaticString, as kind: JSONTape.Entry.Kind
  ) throws(Failure) -> JSONTape.Entry.Kind {
    let expected = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard bytes[position...].starts(with: expected) else { throw failure("expected a value") }
    position += expected.count
    return kind
  }

  /// Reads a number, `true`, `false` or `null`.
  mutating func readScalar() throws(Failure) -> JSON {
    guard position < bytes.count else { throw failure("expected a value, found the end") }
    switch bytes[position] {
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return .number(try readNumber())
    default:
      let kind = try readWord()
      return kind == .null ? .null : .boolean(kind == .true)
    }
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
