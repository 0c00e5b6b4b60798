/// Reads JSON (RFC 8259) from UTF-8 bytes in one pass.
struct JSONReader {
  /// A problem at a position.
  struct Failure: Error {
    let position: Int
    let problem: String
  }

  let bytes: UnsafeBufferPointer<UInt8>
  let options: JSON.ReadingOptions
  var position = 0
  private var depth = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, options: JSON.ReadingOptions) {
    (self.bytes, self.options) = (bytes, options)
  }

  /// Reads a document, whose value `readValue` reads.
  static func read<Output>(
    _ document: some Collection<UInt8>, options: JSON.ReadingOptions,
    _ readValue: (inout JSONReader) throws(Failure) -> Output
  ) throws(JSON.ParseError) -> Output {
    func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Result<Output, JSON.ParseError> {
      var reader = JSONReader(bytes, options: options)
      do throws(Failure) {
        return .success(try reader.readDocument(readValue))
      } catch {
        return .failure(reader.parseError(error))
      }
    }
    let result = document.withContiguousStorageIfAvailable(read)
    return try (result ?? Array(document).withUnsafeBufferPointer(read)).get()
  }

  private mutating func readDocument<Output>(
    _ readValue: (inout JSONReader) throws(Failure) -> Output
  ) throws(Failure) -> Output {
    guard bytes.count <= options.maximumByteCount else {
      throw failure(
        "the document is longer than \(options.maximumByteCount) bytes",
        at: max(0, options.maximumByteCount))
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }  // A byte order mark.
    let value = try readValue(&self)
    skipBlanks()
    guard position == bytes.count else { throw failure("expected the end after the value") }
    return value
  }

  /// Reads a value of any kind.
  mutating func readValue() throws(Failure) -> JSON {
    skipBlanks()
    switch next {
    case UInt8(ascii: "{"):
      var object = JSON.Object()
      try readObject { (reader, name, start) throws(Failure) in
        let isRepeated = object.updateValue(try reader.readValue(), for: name)
        guard !isRepeated || !reader.options.rejectsDuplicateNames else {
          throw reader.failure("the object has two members of one name", at: start)
        }
      }
      return .object(object)
    case UInt8(ascii: "["):
      var elements: [JSON] = []
      try readArray { (reader) throws(Failure) in elements.append(try reader.readValue()) }
      return .array(elements)
    case UInt8(ascii: "\""): return .string(try readText())
    default: return try readScalar()
    }
  }

  /// Reads an object; `readValue` gets the name of each member and its position, and reads the value.
  mutating func readObject(
    _ readValue: (inout JSONReader, _ name: String, _ start: Int) throws(Failure) -> Void
  ) throws(Failure) {
    try readContainer(closing: "}") { (reader) throws(Failure) in
      let start = reader.position
      guard reader.next == UInt8(ascii: "\"") else {
        throw reader.failure("expected a member's name in double quotes")
      }
      let name = try reader.readText()
      reader.skipBlanks()
      guard reader.consume(":") else { throw reader.failure("expected ':' after the name") }
      try readValue(&reader, name, start)
    }
  }

  /// Reads a list; `readElement` reads each element.
  mutating func readArray(
    _ readElement: (inout JSONReader) throws(Failure) -> Void
  ) throws(Failure) {
    try readContainer(closing: "]", readElement)
  }

  @inline(__always)
  private mutating func readContainer(
    closing: Unicode.Scalar, _ readElement: (inout JSONReader) throws(Failure) -> Void
  ) throws(Failure) {
    guard depth < options.maximumDepth else {
      throw failure("nested more than \(options.maximumDepth) levels deep")
    }
    depth += 1
    position += 1
    skipBlanks()
    if !consume(closing) {
      repeat {
        skipBlanks()
        try readElement(&self)
        skipBlanks()
      } while consume(",")
      guard consume(closing) else { throw failure("expected ',' or '\(closing)'") }
    }
    depth -= 1
  }
}

extension JSONReader {
  /// The byte at the current position, `nil` at the end.
  @inline(__always)
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  @inline(__always)
  mutating func consume(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  @inline(__always)
  mutating func skipBlanks() { while let next, JSONReader.isBlank(next) { position += 1 } }

  @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  func failure(_ problem: String, at place: Int? = nil) -> Failure {
    Failure(position: place ?? position, problem: problem)
  }

  /// The error for a failure; the line and the column are only counted here.
  private func parseError(_ failure: Failure) -> JSON.ParseError {
    var place = JSONPlace()
    place.advance(over: bytes[..<min(failure.position, bytes.count)])
    return place.error(failure.problem)
  }
}

/// A place in a document.
struct JSONPlace {
  /// The number of the line, from 1.
  private(set) var line = 1
  /// The column in Unicode scalars, from 1.
  private(set) var column = 1
  /// The number of bytes before the place.
  private(set) var offset = 0

  mutating func advance(over bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    for byte in bytes {
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0b1100_0000 != 0b1000_0000 {  // Not inside a scalar.
        column += 1
      }
    }
    offset += bytes.count
  }

  func error(_ problem: String) -> JSON.ParseError {
    JSON.ParseError(line: line, column: column, offset: offset, problem: problem)
  }
}
