extension JSON {
  /// How a value is written.
  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// One member or element a line, indented by two spaces a level.
    public static let pretty = WritingOptions(rawValue: 1)
    /// Members by the code units of their names: equal values give equal bytes.
    public static let sortedKeys = WritingOptions(rawValue: 2)
  }

  /// Returns the value as JSON, without a line break at the end.
  ///
  /// A number that JSON cannot hold is written as `null`. Control characters and those that change
  /// the direction of text are escaped, so that the text does no harm on a terminal.
  public func serialized(_ options: WritingOptions = []) -> String {
    var bytes: [UInt8] = []
    write(to: &bytes, options)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the value as JSON in UTF-8; see ``serialized(_:)``.
  public func write(to output: inout [UInt8], _ options: WritingOptions = []) {
    var writer = JSONWriter(options: options)
    swap(&writer.output, &output)
    writer.write(self)
    swap(&writer.output, &output)
  }
}
