extension String {
  /// Appends the text in double quotes, as ``JSON/serialized(_:)`` writes it.
  func appendQuoted(to output: inout [UInt8]) {
    var buffer = ByteBuffer()
    buffer.appendQuoted(self)
    output.append(contentsOf: buffer.bytes)
    buffer.deallocate()
  }
}

extension ByteBuffer {
  /// Appends a text in double quotes, as JSON writes it.
  ///
  /// Escaped are quotes, backslashes, C0 and C1 control characters, DEL, the line and paragraph
  /// separators, and the characters that change the direction of text, which could make a terminal
  /// act or show something else than the text.
  /// Source: Unicode Technical Report 36, section 2.10, for the last ones.
  mutating func appendQuoted(_ text: String) {
    text.withCodeUnits { appendQuoted($0) }
  }

  /// Appends a time of ``ISO8601``, which needs no escape, in double quotes.
  mutating func appendQuoted(_ time: InlineArray<20, UInt8>) {
    append(UInt8(ascii: "\""))
    for index in time.indices { append(time[index]) }
    append(UInt8(ascii: "\""))
  }

  /// Appends a text in double quotes; see ``appendQuoted(_:)``.
  mutating func appendQuoted(_ units: UnsafeBufferPointer<UInt8>) {
    append(UInt8(ascii: "\""))
    var plain = units.startIndex
    var index = units.startIndex
    while index < units.endIndex {
      if index + 8 <= units.endIndex, EightBytes(units, at: index).isPlainASCII {
        index += 8
        continue
      }
      guard Self.mayNeedEscape(units[index]), let scalar = Self.escapedScalar(units, index) else {
        index += 1
        continue
      }
      append(UnsafeBufferPointer(rebasing: units[plain..<index]))
      appendEscape(of: scalar.value)
      index += scalar.length
      plain = index
    }
    append(UnsafeBufferPointer(rebasing: units[plain...]))
    append(UInt8(ascii: "\""))
  }

  /// Whether a scalar that is escaped may begin with a code unit.
  @inline(__always)
  private static func mayNeedEscape(_ unit: UInt8) -> Bool {
    switch unit {
    case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F, 0xC2, 0xD8, 0xE2: true
    default: false
    }
  }

  /// The scalar at an index and its number of code units, when it is to be escaped.
  private static func escapedScalar(
    _ units: UnsafeBufferPointer<UInt8>, _ index: Int
  ) -> (value: UInt32, length: Int)? {
    let first = UInt32(units[index])
    if first < 0x80 { return (first, 1) }
    let length = first < 0xE0 ? 2 : 3
    guard index + length <= units.endIndex else { return nil }
    var value = length == 2 ? first & 0x1F : first & 0x0F
    for offset in 1..<length { value = value << 6 | UInt32(units[index + offset] & 0x3F) }
    switch value {
    // C1 controls; Arabic letter mark; marks; separators, embeddings and overrides; isolates.
    case 0x80...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069:
      return (value, length)
    default: return nil
    }
  }

  private mutating func appendEscape(of scalar: UInt32) {
    append(UInt8(ascii: "\\"))
    switch scalar {
    case 0x22, 0x5C: append(UInt8(scalar))
    case 0x08: append(UInt8(ascii: "b"))
    case 0x09: append(UInt8(ascii: "t"))
    case 0x0A: append(UInt8(ascii: "n"))
    case 0x0C: append(UInt8(ascii: "f"))
    case 0x0D: append(UInt8(ascii: "r"))
    default:
      let digits = String(scalar, radix: 16)
      append("u" + String(repeating: "0", count: 4 - digits.count) + digits)
    }
  }
}
