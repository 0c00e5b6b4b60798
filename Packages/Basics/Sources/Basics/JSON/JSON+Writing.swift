extension JSON {
  /// How a value is written.
  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

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
    writer.write(self)
    output.append(contentsOf: writer.output.bytes)
    writer.output.deallocate()
  }
}

/// Writes values as JSON.
private struct JSONWriter {
  var output = ByteBuffer()
  let options: JSON.WritingOptions
  private var level = 0

  init(options: JSON.WritingOptions) {
    self.options = options
  }

  mutating func write(_ value: JSON) {
    switch value {
    case .null: output.append("null")
    case .boolean(let value): output.append(value ? "true" : "false")
    case .number(let number): write(number)
    case .string(let text): output.appendQuoted(text)
    case .array(let elements):
      output.append(UInt8(ascii: "["))
      for index in elements.indices {
        begin(index)
        write(elements[index])
      }
      end(UInt8(ascii: "]"), isEmpty: elements.isEmpty)
    case .object(let object):
      output.append(UInt8(ascii: "{"))
      if options.contains(.sortedKeys) {
        for (place, index) in object.sortedIndices.enumerated() {
          write(object.members[index], place)
        }
      } else {
        for index in object.members.indices { write(object.members[index], index) }
      }
      end(UInt8(ascii: "}"), isEmpty: object.isEmpty)
    }
  }

  private mutating func write(_ member: JSON.Object.Member, _ place: Int) {
    begin(place)
    output.appendQuoted(member.name)
    output.append(UInt8(ascii: ":"))
    if options.contains(.pretty) { output.append(UInt8(ascii: " ")) }
    write(member.value)
  }

  private mutating func write(_ number: JSON.Number) {
    switch number {
    case .integer(let value): output.append(String(value))
    case .largeInteger(let value): output.append(String(value))
    case .real(let value): output.append(value.isFinite ? value.javaScriptText : "null")
    }
  }

  /// Writes what stands before a member or an element.
  private mutating func begin(_ index: Int) {
    if index > 0 { output.append(UInt8(ascii: ",")) }
    guard options.contains(.pretty) else { return }
    if index == 0 { level += 1 }
    breakLine()
  }

  private mutating func end(_ bracket: UInt8, isEmpty: Bool) {
    if options.contains(.pretty), !isEmpty {
      level -= 1
      breakLine()
    }
    output.append(bracket)
  }

  private mutating func breakLine() {
    output.append(UInt8(ascii: "\n"))
    for _ in 0..<level { output.append("  ") }
  }
}
