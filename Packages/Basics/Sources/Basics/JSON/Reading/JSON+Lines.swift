extension JSON {
  /// The lines of the values of a document.
  public struct Lines: Sendable {
    private var lines: [String: Int] = [:]

    /// The lines of an empty document.
    public init() {}

    /// Reads the lines of a document.
    ///
    /// - Throws: ``ParseError`` when it is no JSON, or beyond the default limits.
    public init(of document: [UInt8]) throws(ParseError) {
      // The parser refuses what is nested too deeply for the recursion here.
      _ = try JSON(parsing: document)
      lines = try document.withUnsafeBufferPointer { bytes in
        Result { () throws(ParseError) in
          var scanner = LineScanner(reader: JSONReader(bytes, options: ReadingOptions()))
          do throws(JSONReader.Failure) {
            try scanner.readValue(at: "")
            return scanner.lines
          } catch {
            throw scanner.reader.parseError(error)
          }
        }
      }.get()
    }

    /// Returns the line, from 1, of the value at a JSON pointer (RFC 6901, without its escapes), or of
    /// the closest value around it. A member begins with its name.
    public func line(of pointer: String) -> Int {
      if let line = lines[pointer] { return line }
      guard let slash = pointer.lastIndex(of: "/") else { return 1 }
      return line(of: String(pointer[..<slash]))
    }
  }
}

/// Reads a document for the lines of its values.
private struct LineScanner {
  var reader: JSONReader
  var lines: [String: Int] = [:]
  private var line = 1
  private var counted = 0

  init(reader: JSONReader) { self.reader = reader }

  mutating func readValue(at pointer: String) throws(JSONReader.Failure) {
    skipBlanks()
    if lines[pointer] == nil { lines[pointer] = line }
    let isObject = reader.consume(UInt8(ascii: "{"))
    guard isObject || reader.consume(UInt8(ascii: "[")) else {
      let isText =
        reader.position < reader.bytes.count && reader.bytes[reader.position] == UInt8(ascii: "\"")
      if isText { _ = try reader.readString() } else { _ = try reader.readScalar() }
      return
    }
    var index = 0
    skipBlanks()
    while !reader.consume(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
      var name = String(index)
      if isObject {
        let start = line
        name = try reader.readString()
        lines["\(pointer)/\(name)"] = start
        skipBlanks()
        _ = reader.consume(UInt8(ascii: ":"))
      }
      try readValue(at: "\(pointer)/\(name)")
      index += 1
      skipBlanks()
      if reader.consume(UInt8(ascii: ",")) { skipBlanks() }
    }
  }

  private mutating func skipBlanks() {
    reader.skipBlanks()
    line += reader.bytes[counted..<reader.position].count { $0 == 0x0A }
    counted = reader.position
  }
}
