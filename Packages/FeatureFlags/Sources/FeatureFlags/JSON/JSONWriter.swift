extension JSONValue {
  /// The value as compact JSON. A number that JSON cannot hold is written as `null`.
  public var serialized: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the value as compact JSON in UTF-8.
  public func write(to output: inout [UInt8]) {
    switch self {
    case .null: output.append(contentsOf: "null".utf8)
    case .boolean(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
    case .number(let number):
      output.append(contentsOf: (number.isFinite ? number.javaScriptText : "null").utf8)
    case .string(let text): text.writeQuoted(to: &output)
    case .array(let elements):
      output.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        element.write(to: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let object): object.write(to: &output)
    }
  }
}

extension JSONObject {
  /// Appends the object as compact JSON in UTF-8, its members in order.
  public func write(to output: inout [UInt8]) {
    output.append(UInt8(ascii: "{"))
    for (index, member) in members.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      member.name.writeQuoted(to: &output)
      output.append(UInt8(ascii: ":"))
      member.value.write(to: &output)
    }
    output.append(UInt8(ascii: "}"))
  }
}

extension String {
  /// Appends the text as a JSON string; control characters are escaped.
  func writeQuoted(to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    withCodeUnits { units in
      var plain = units.startIndex
      for (index, unit) in units.enumerated() where Self.needsEscape(unit) {
        output.append(contentsOf: units[plain..<index])
        Self.writeEscape(of: unit, to: &output)
        plain = index + 1
      }
      output.append(contentsOf: units[plain...])
    }
    output.append(UInt8(ascii: "\""))
  }

  private static func needsEscape(_ unit: UInt8) -> Bool {
    unit < 0x20 || unit == UInt8(ascii: "\"") || unit == UInt8(ascii: "\\") || unit == 0x7F
  }

  private static func writeEscape(of unit: UInt8, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\\"))
    switch unit {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): output.append(unit)
    case 0x08: output.append(UInt8(ascii: "b"))
    case 0x09: output.append(UInt8(ascii: "t"))
    case 0x0A: output.append(UInt8(ascii: "n"))
    case 0x0C: output.append(UInt8(ascii: "f"))
    case 0x0D: output.append(UInt8(ascii: "r"))
    default:
      let digits = String(unit, radix: 16)
      output.append(contentsOf: ("u00" + (digits.count == 1 ? "0" : "") + digits).utf8)
    }
  }
}
