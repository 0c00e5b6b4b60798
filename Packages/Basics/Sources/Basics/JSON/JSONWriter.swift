/// Writes values as JSON.
struct JSONWriter {
  var output: [UInt8] = []
  let options: JSON.WritingOptions
  private var level = 0

  init(options: JSON.WritingOptions) { self.options = options }

  mutating func write(_ value: JSON) {
    switch value {
    case .null: append("null")
    case .boolean(let value): append(value ? "true" : "false")
    case .number(let number): append(number.text)
    case .string(let text): writeQuoted(text)
    case .array(let elements):
      append(UInt8(ascii: "["))
      for (place, element) in elements.enumerated() {
        begin(place)
        write(element)
      }
      end(UInt8(ascii: "]"), isEmpty: elements.isEmpty)
    case .object(let object):
      append(UInt8(ascii: "{"))
      let members = options.contains(.sortedKeys) ? object.sortedMembers : object.members
      for (place, member) in members.enumerated() {
        begin(place)
        writeQuoted(member.name)
        append(UInt8(ascii: ":"))
        if options.contains(.pretty) { append(UInt8(ascii: " ")) }
        write(member.value)
      }
      end(UInt8(ascii: "}"), isEmpty: object.isEmpty)
    }
  }

  /// Writes what stands before a member or an element.
  private mutating func begin(_ place: Int) {
    if place > 0 { append(UInt8(ascii: ",")) }
    guard options.contains(.pretty) else { return }
    if place == 0 { level += 1 }
    breakLine()
  }

  private mutating func end(_ bracket: UInt8, isEmpty: Bool) {
    if options.contains(.pretty), !isEmpty {
      level -= 1
      breakLine()
    }
    append(bracket)
  }

  private mutating func breakLine() {
    append(UInt8(ascii: "\n"))
    for _ in 0..<level { append("  ") }
  }

  private mutating func append(_ byte: UInt8) { output.append(byte) }

  private mutating func append(_ text: String) {
    text.withCodeUnits { output.append(contentsOf: $0) }
  }

  /// Writes a text in double quotes.
  ///
  /// Escaped are quotes, backslashes, C0 and C1 control characters, DEL, the line and paragraph
  /// separators, and the characters that change the direction of text, which could make a terminal
  /// act or show something else than the text.
  /// Source: Unicode Technical Report 36, section 2.10, for the last ones.
  private mutating func writeQuoted(_ text: String) {
    append(UInt8(ascii: "\""))
    let isPlain = text.withCodeUnits { units in
      guard !units.contains(where: Self.mayNeedEscape) else { return false }
      output.append(contentsOf: units)
      return true
    }
    for scalar in isPlain ? "".unicodeScalars : text.unicodeScalars {
      if Self.needsEscape(scalar) {
        writeEscape(of: scalar)
      } else {
        output.append(contentsOf: scalar.utf8)
      }
    }
    append(UInt8(ascii: "\""))
  }

  /// Whether a scalar that needs an escape may begin with a code unit.
  private static func mayNeedEscape(_ unit: UInt8) -> Bool {
    switch unit {
    case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F, 0xC2, 0xD8, 0xE2: true
    default: false
    }
  }

  private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // C0 controls, quotes and backslashes; DEL and C1 controls.
    case 0..<0x20, 0x22, 0x5C, 0x7F...0x9F: true
    // Arabic letter mark; marks; separators, embeddings and overrides; isolates.
    case 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private mutating func writeEscape(of scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": append("\\\"")
    case "\\": append("\\\\")
    case "\u{8}": append("\\b")
    case "\t": append("\\t")
    case "\n": append("\\n")
    case "\u{C}": append("\\f")
    case "\r": append("\\r")
    default:
      let digits = String(scalar.value, radix: 16)
      append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
    }
  }
}

extension JSON.Number {
  /// The number as JavaScript prints it, `null` where JSON has no such number.
  fileprivate var text: String {
    switch self {
    case .integer(let value): String(value)
    case .largeInteger(let value): String(value)
    case .real(let value): value.isFinite ? value.javaScriptText : "null"
    }
  }
}
