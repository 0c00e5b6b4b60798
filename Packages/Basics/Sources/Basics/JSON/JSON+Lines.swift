extension JSON {
  /// The lines of the values of a document.
  public struct Lines: Sendable {
    private var lines: [String: Int] = [:]
    private var place = JSONPlace()

    /// The lines of an empty document.
    public init() {}

    /// Reads the lines of a document.
    ///
    /// - Throws: ``ParseError`` when it is no JSON, or beyond the default limits.
    public init(of document: [UInt8]) throws(ParseError) {
      self = try JSONReader.read(document, options: ReadingOptions()) {
        (reader) throws(JSONReader.Failure) in
        var lines = Lines()
        try lines.readValue(at: "", &reader)
        return lines
      }
    }

    /// Returns the line, from 1, of the value at a JSON pointer (RFC 6901, without its escapes), or of
    /// the closest value around it. A member begins with its name.
    public func line(of pointer: String) -> Int {
      if let line = lines[pointer] { return line }
      guard let slash = pointer.lastIndex(of: "/") else { return 1 }
      return line(of: String(pointer[..<slash]))
    }

    private mutating func readValue(
      at pointer: String, _ reader: inout JSONReader
    ) throws(JSONReader.Failure) {
      reader.skipBlanks()
      record(pointer, at: reader.position, reader)
      switch reader.next {
      case UInt8(ascii: "{"):
        try reader.readObject { (reader, name, start) throws(JSONReader.Failure) in
          record("\(pointer)/\(name)", at: start, reader)
          try readValue(at: "\(pointer)/\(name)", &reader)
        }
      case UInt8(ascii: "["):
        var index = 0
        try reader.readArray { (reader) throws(JSONReader.Failure) in
          try readValue(at: "\(pointer)/\(index)", &reader)
          index += 1
        }
      default: _ = try reader.readValue()
      }
    }

    /// Keeps the line of a position, unless the value has one already.
    private mutating func record(_ pointer: String, at position: Int, _ reader: JSONReader) {
      guard lines[pointer] == nil else { return }
      place.advance(over: reader.bytes[place.offset..<position])
      lines[pointer] = place.line
    }
  }
}
