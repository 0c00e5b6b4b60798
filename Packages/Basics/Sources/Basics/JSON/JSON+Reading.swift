extension JSON {
  /// The limits of a document beyond the grammar of JSON.
  public struct ReadingOptions: Sendable {
    /// How many lists and objects may be open at once.
    public var maximumDepth: Int
    /// How many bytes a document may have.
    public var maximumByteCount: Int
    /// Whether an object with two members of one name is refused; else the last one counts.
    public var rejectsDuplicateNames: Bool

    /// Creates options; the defaults are 256 levels and 16 MiB.
    ///
    /// Reading uses the stack in proportion to the depth: 256 levels need up to 128 KiB in a release
    /// build, and up to 768 KiB in a debug build.
    public init(
      maximumDepth: Int = 256, maximumByteCount: Int = 16 << 20, rejectsDuplicateNames: Bool = false
    ) {
      (self.maximumDepth, self.maximumByteCount) = (maximumDepth, maximumByteCount)
      self.rejectsDuplicateNames = rejectsDuplicateNames
    }
  }

  /// Why a text is not JSON, and where.
  public struct ParseError: Error, Hashable, Sendable {
    /// The line of the first byte that could not be read, from 1.
    public let line: Int
    /// The column of that byte, from 1, in Unicode scalars.
    public let column: Int
    /// How many bytes stand before that byte.
    public let offset: Int
    /// The error there.
    public let problem: String
  }

  /// Reads one JSON text in UTF-8 in one pass.
  ///
  /// Numbers beyond a double's range, halves of surrogate pairs and text that is not UTF-8 are
  /// refused. A byte order mark at the beginning is ignored.
  ///
  /// - Throws: ``ParseError`` with the place of the first byte that is not JSON, or that is beyond
  ///   a limit of the options.
  public init(
    parsing bytes: some Collection<UInt8>, options: ReadingOptions = ReadingOptions()
  ) throws(ParseError) {
    self = try JSONReader.read(bytes, options: options) {
      (reader) throws(JSONReader.Failure) in try reader.readValue()
    }
  }

  /// Reads one JSON text in the same way.
  public init(parsing text: String, options: ReadingOptions = ReadingOptions()) throws(ParseError) {
    try self.init(parsing: text.utf8, options: options)
  }
}

extension JSON.ParseError: CustomStringConvertible {
  /// The place and the error.
  public var description: String { "line \(line), column \(column): \(problem)" }
}
