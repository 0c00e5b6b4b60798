/// Writes values as JSON.
struct JSONWriter {
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
    case .number(let number): output.append(number)
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
    endName()
    write(member.value)
  }

  mutating func endName() {
    output.append(UInt8(ascii: ":"))
    if options.contains(.pretty) { output.append(UInt8(ascii: " ")) }
  }

  /// Writes what stands before a member or an element.
  mutating func begin(_ index: Int) {
    if index > 0 { output.append(UInt8(ascii: ",")) }
    guard options.contains(.pretty) else { return }
    if index == 0 { level += 1 }
    breakLine()
  }

  mutating func end(_ bracket: UInt8, isEmpty: Bool) {
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
