extension JSONValue {
  /// The document on one line, keys sorted: the same value always gives the same bytes.
  package var compact: String {
    var text = ""
    write(to: &text, indentation: nil)
    return text
  }

  /// The document with two-space indentation, keys sorted, and a final line break.
  package var pretty: String {
    var text = ""
    write(to: &text, indentation: 0)
    return text + "\n"
  }

  private func write(to text: inout String, indentation: Int?) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .number(let value): text += value.isFinite ? String(value) : "null"
    case .string(let value): Self.write(value, to: &text)
    case .array(let elements):
      Self.write(elements, in: "[", "]", to: &text, indentation) { element, text, inner in
        element.write(to: &text, indentation: inner)
      }
    case .object(let members):
      let sorted = members.sorted { $0.key < $1.key }
      Self.write(sorted, in: "{", "}", to: &text, indentation) { member, text, inner in
        Self.write(member.key, to: &text)
        text += inner == nil ? ":" : ": "
        member.value.write(to: &text, indentation: inner)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], in open: String, _ close: String, to text: inout String,
    _ indentation: Int?, each: (Element, inout String, Int?) -> Void
  ) {
    text += open
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      if let indentation { text += "\n" + String(repeating: "  ", count: indentation + 1) }
      each(element, &text, indentation.map { $0 + 1 })
    }
    if let indentation, !elements.isEmpty {
      text += "\n" + String(repeating: "  ", count: indentation)
    }
    text += close
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\r": text += "\\r"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
