extension JSON {
  /// Reads a JSON document of any size piece by piece, in memory bounded by its longest text.
  ///
  /// The caller takes the pieces in the order of the document: it begins lists and objects, asks
  /// for the next element or member until there is none, and reads or skips each value. What is
  /// read or skipped is checked against the whole grammar.
  public final class StreamReader {
    /// The kind of a value.
    public enum Kind: Sendable {
      case object, array, string, number, boolean, null
    }

    private enum Level {
      case object, array
    }

    private let options: ReadingOptions
    private let maximumTextLength: Int
    private let readChunk: () throws -> ArraySlice<UInt8>
    private var buffer: [UInt8] = []
    private var position = 0
    private var isAtEnd = false
    private var levels: [(kind: Level, isEmpty: Bool)] = []

    /// The number of the next byte's line, from 1.
    public private(set) var line = 1
    private var column = 1
    private var offset = 0

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
      self.options = options
      self.maximumTextLength = maximumTextLength
      self.readChunk = readChunk
    }

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
    public func beginObject() throws {
      try begin(.object, UInt8(ascii: "{"), "expected '{'")
    }

    /// Takes the name of the next member, `nil` together with the end of the object.
    public func nextMember() throws -> String? {
      guard try advance(in: .object, closing: UInt8(ascii: "}"), "expected ',' or '}'") else {
        return nil
      }
      guard try peek() == UInt8(ascii: "\"") else {
        throw error("expected a member's name in double quotes")
      }
      let name = try readText()
      guard try peek() == UInt8(ascii: ":") else { throw error("expected ':' after the name") }
      take(1)
      return name
    }

    /// Takes the beginning of a list.
    public func beginArray() throws {
      try begin(.array, UInt8(ascii: "["), "expected '['")
    }

    /// Returns whether there is another element; takes the end of the list when there is none.
    public func nextElement() throws -> Bool {
      try advance(in: .array, closing: UInt8(ascii: "]"), "expected ',' or ']'")
    }

    public func readText() throws -> String {
      guard try peek() == UInt8(ascii: "\"") else { throw error("expected a text") }
      try fillText()
      return try readToken { (reader) throws(JSONReader.Failure) in try reader.readString() }
    }

    public func readNumber() throws -> JSON.Number {
      guard case .number(let number) = try readScalar() else { throw error("expected a number") }
      return number
    }

    /// Reads a number as it is written.
    public func readNumberText() throws -> [UInt8] {
      guard try nextKind() == .number else { throw error("expected a number") }
      let text = try fillScalar()
      _ = try readScalar()
      return text
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
      default: _ = try readScalar()
      }
    }

    /// Checks that only blanks follow.
    public func finish() throws {
      guard try peek() == nil else { throw error("expected the end after the value") }
    }

    private func begin(_ kind: Level, _ bracket: UInt8, _ expectation: String) throws {
      guard try peek() == bracket else { throw error(expectation) }
      guard levels.count < options.maximumDepth else {
        throw error("nested more than \(options.maximumDepth) levels deep")
      }
      take(1)
      levels.append((kind, isEmpty: true))
    }

    /// Takes what stands between two elements; takes the closing bracket and returns `false` at
    /// the end.
    private func advance(in kind: Level, closing: UInt8, _ expectation: String) throws -> Bool {
      guard let level = levels.last, level.kind == kind else {
        throw error("no such value is open")
      }
      let byte = try peek()
      if byte == closing {
        take(1)
        levels.removeLast()
        return false
      }
      if !level.isEmpty {
        guard byte == UInt8(ascii: ",") else { throw error(expectation) }
        take(1)
      }
      levels[levels.count - 1].isEmpty = false
      return true
    }

    private func readScalar() throws -> JSON {
      _ = try nextKind()
      _ = try fillScalar()
      return try readToken { (reader) throws(JSONReader.Failure) in try reader.readScalar() }
    }

    /// Reads a token that is in the buffer as a whole.
    private func readToken<Token>(
      _ read: (inout JSONReader) throws(JSONReader.Failure) -> Token
    ) throws -> Token {
      let result = buffer[position...].withUnsafeBufferPointer { bytes in
        var reader = JSONReader(bytes, options: options)
        do throws(JSONReader.Failure) {
          return Result<(Token, Int), JSONReader.Failure>.success(
            (try read(&reader), reader.position))
        } catch {
          return .failure(error)
        }
      }
      switch result {
      case .success(let (token, length)):
        take(length)
        return token
      case .failure(let failure):
        take(min(failure.position, buffer.count - position))
        throw error(failure.problem)
      }
    }

    /// Fills the buffer until the text that begins at the current position has an end.
    private func fillText() throws {
      var length = 1
      while true {
        guard position + length < buffer.count else {
          guard try fill() else { return }
          continue
        }
        let byte = buffer[position + length]
        if byte == UInt8(ascii: "\"") { return }
        length += byte == UInt8(ascii: "\\") ? 2 : 1
        guard length <= maximumTextLength else {
          throw error("a text is longer than \(maximumTextLength >> 10) KiB")
        }
      }
    }

    /// Fills the buffer with the number or word at the current position, and returns it.
    private func fillScalar() throws -> [UInt8] {
      var length = 0
      while length <= maximumTextLength {
        if position + length == buffer.count, try !fill() { break }
        guard Self.isInScalar(buffer[position + length]) else { break }
        length += 1
      }
      guard length <= maximumTextLength else {
        throw error("a number is longer than \(maximumTextLength >> 10) KiB")
      }
      return Array(buffer[position..<position + length])
    }

    private static func isInScalar(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "E"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
        true
      default: false
      }
    }

    /// Skips blanks and returns the next byte without taking it, `nil` at the end.
    private func peek() throws -> UInt8? {
      while true {
        guard position < buffer.count else {
          guard try fill() else { return nil }
          continue
        }
        switch buffer[position] {
        case 0x0A:
          position += 1
          offset += 1
          line += 1
          column = 1
        case 0x20, 0x09, 0x0D: take(1)
        default: return buffer[position]
        }
      }
    }

    /// Takes bytes among which there is no line break.
    private func take(_ count: Int) {
      for byte in buffer[position..<position + count] where byte & 0b1100_0000 != 0b1000_0000 {
        column += 1
      }
      position += count
      offset += count
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
      guard offset + buffer.count <= options.maximumByteCount - chunk.count else {
        throw error("the document is longer than \(options.maximumByteCount) bytes")
      }
      buffer += chunk
      return true
    }

    /// An error at the current position.
    public func error(_ problem: String) -> ParseError {
      ParseError(line: line, column: column, offset: offset, problem: problem)
    }
  }
}
