extension JSON {
  /// Reads a JSON document of any size piece by piece, in memory bounded by the longest text allowed.
  ///
  /// The caller takes the pieces in the order of the document: it begins lists and objects, asks
  /// for the next element or member until there is none, and reads or skips each value. What is
  /// read or skipped is checked against the whole grammar.
  public final class StreamReader {
    /// The kind of a value.
    public enum Kind: Sendable { case object, array, string, number, boolean, null }

    private let options: ReadingOptions
    private let maximumTextLength: Int
    private let readChunk: () throws -> ArraySlice<UInt8>
    private var buffer: [UInt8] = []
    /// The index of the next byte in the buffer.
    private var position = 0
    /// The place of the next byte in the document.
    private var place = JSONPlace()
    private var isAtEnd = false
    /// The lists and objects that are open.
    private var levels: [(kind: Kind, isEmpty: Bool)] = []

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - options: The limits of the document.
    ///   - maximumTextLength: How many bytes a text, with its escapes, or a number may have.
    ///   - readChunk: Returns the next bytes of the document, none at its end.
    public init(
      options: ReadingOptions = ReadingOptions(maximumByteCount: .max),
      maximumTextLength: Int = 1 << 20, readChunk: @escaping () throws -> ArraySlice<UInt8>
    ) {
      (self.options, self.maximumTextLength) = (options, maximumTextLength)
      self.readChunk = readChunk
    }

    /// The number of the next byte's line, from 1.
    public var line: Int { place.line }

    /// Returns the kind of the value that comes next.
    public func nextKind() throws -> Kind {
      guard let byte = try peek() else { throw error("expected a value, found the end") }
      switch byte {
      case UInt8(ascii: "{"): return .object
      case UInt8(ascii: "["): return .array
      case UInt8(ascii: "\""): return .string
      case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean
      case UInt8(ascii: "n"): return .null
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
      default: throw error("expected a value")
      }
    }

    /// Takes the beginning of an object.
    public func beginObject() throws { try begin(.object, "{") }

    /// Takes the name of the next member, `nil` together with the end of the object.
    public func nextMember() throws -> String? {
      guard try advance(in: .object, closing: "}") else { return nil }
      guard try peek() == UInt8(ascii: "\"") else {
        throw error("expected a member's name in double quotes")
      }
      let name = try readText()
      guard try peek() == UInt8(ascii: ":") else { throw error("expected ':' after the name") }
      take(1)
      return name
    }

    /// Takes the beginning of a list.
    public func beginArray() throws { try begin(.array, "[") }

    /// Returns whether there is another element; takes the end of the list when there is none.
    public func nextElement() throws -> Bool { try advance(in: .array, closing: "]") }

    public func readText() throws -> String {
      guard try peek() == UInt8(ascii: "\"") else { throw error("expected a text") }
      return try readToken("a text", atMost: maximumTextLength + 1) {
        (reader) throws(JSONReader.Failure) in try reader.readText()
      }
    }

    /// Reads a number as it is written.
    public func readNumberText() throws -> [UInt8] {
      guard try nextKind() == .number else { throw error("expected a number") }
      return try readToken("a number", atMost: maximumTextLength) {
        (reader) throws(JSONReader.Failure) in
        _ = try reader.readNumber()
        return Array(reader.bytes[..<reader.position])
      }
    }

    /// Reads past a value of any kind and size.
    public func skipValue() throws {
      switch try nextKind() {
      case .object:
        try beginObject()
        while try nextMember() != nil { try skipValue() }
      case .array:
        try beginArray()
        while try nextElement() { try skipValue() }
      case .string: _ = try readText()
      case .number: _ = try readNumberText()
      case .boolean, .null:
        _ = try readToken("a word", atMost: maximumTextLength) {
          (reader) throws(JSONReader.Failure) in try reader.readScalar()
        }
      }
    }

    /// Checks that only blanks follow.
    public func finish() throws {
      guard try peek() == nil else { throw error("expected the end after the value") }
    }

    /// An error at the current position.
    public func error(_ problem: String) -> ParseError { place.error(problem) }

    private func begin(_ kind: Kind, _ bracket: Unicode.Scalar) throws {
      guard try peek() == UInt8(ascii: bracket) else { throw error("expected '\(bracket)'") }
      guard levels.count < options.maximumDepth else {
        throw error("nested more than \(options.maximumDepth) levels deep")
      }
      take(1)
      levels.append((kind, isEmpty: true))
    }

    /// Takes what stands between two elements; takes the closing bracket and returns `false` at
    /// the end.
    private func advance(in kind: Kind, closing: Unicode.Scalar) throws -> Bool {
      guard let level = levels.last, level.kind == kind else {
        throw error("no such value is open")
      }
      let byte = try peek()
      if byte == UInt8(ascii: closing) {
        take(1)
        levels.removeLast()
        return false
      }
      if !level.isEmpty {
        guard byte == UInt8(ascii: ",") else { throw error("expected ',' or '\(closing)'") }
        take(1)
      }
      levels[levels.count - 1].isEmpty = false
      return true
    }

    /// Reads a token of at most so many bytes.
    private func readToken<Token>(
      _ kind: String, atMost limit: Int,
      _ read: (inout JSONReader) throws(JSONReader.Failure) -> Token
    ) throws -> Token {
      // Behind the limit stands at most the rest of an escape, so the reader sees it whole.
      let visible = limit + 12
      while buffer.count - position < visible, try fill() {}
      let result = buffer[position...].prefix(visible).withUnsafeBufferPointer { bytes in
        var reader = JSONReader(bytes, options: options)
        return Result { () throws(JSONReader.Failure) in (try read(&reader), reader.position) }
      }
      switch result {
      case .success(let (token, length)) where length <= limit:
        take(length)
        return token
      case .failure(let failure) where failure.position <= limit:
        take(failure.position)
        throw error(failure.problem)
      default: throw error("\(kind) is longer than \(maximumTextLength >> 10) KiB")
      }
    }

    /// Skips blanks and returns the next byte without taking it, `nil` at the end.
    private func peek() throws -> UInt8? {
      while try position < buffer.count || fill() {
        guard JSONReader.isBlank(buffer[position]) else { return buffer[position] }
        take(1)
      }
      return nil
    }

    private func take(_ count: Int) {
      buffer[position..<position + count].withUnsafeBufferPointer { place.advance(over: $0[...]) }
      position += count
    }

    /// Puts more bytes behind those that are not taken yet; returns `false` at the end.
    private func fill() throws -> Bool {
      guard !isAtEnd else { return false }
      let chunk = try readChunk()
      guard !chunk.isEmpty else {
        isAtEnd = true
        return false
      }
      buffer.removeSubrange(..<position)
      position = 0
      guard place.offset + buffer.count <= options.maximumByteCount - chunk.count else {
        throw error("the document is longer than \(options.maximumByteCount) bytes")
      }
      buffer += chunk
      return true
    }
  }
}
