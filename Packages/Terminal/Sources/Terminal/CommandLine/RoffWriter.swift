/// Writes roff: text is escaped and broken into short lines, macros stand alone.
struct RoffWriter {
  private(set) var text = ""

  /// Writes the heading of a manual page of section 1.
  mutating func title(_ name: String, date: String, source: String) {
    // The date is read by programs, which know no escaped hyphens.
    let words = [name.uppercased(), "1"].map(Self.quoted) + ["\"\(date)\""]
    text += ".TH \(words.joined(separator: " ")) \(Self.quoted(source)) \"User Commands\"\n"
  }

  mutating func section(_ name: String) { macro("SH", name) }
  mutating func subsection(_ name: String) { macro("SS", name) }
  mutating func paragraphBreak() { text += ".PP\n" }
  mutating func lineBreak() { text += ".br\n" }

  /// Writes one filled paragraph's lines.
  mutating func paragraph(_ words: String) {
    for line in TextWrap.wrap(words, width: 70) { text += Self.escapedLine(line) + "\n" }
  }

  /// Writes paragraphs that are separated by line breaks.
  mutating func paragraphs(_ words: String) {
    for line in words.split(separator: "\n") {
      text += ".PP\n"
      paragraph(String(line))
    }
  }

  /// Writes a term in bold and its meaning below.
  mutating func item(_ term: String, _ meaning: String) {
    text += ".TP\n\\fB\(Self.escaped(term))\\fR\n"
    paragraph(meaning)
  }

  /// Writes a command line as it is typed and what it does.
  mutating func example(_ commandLine: String, _ explanation: String) {
    paragraph(explanation)
    text += ".RS 4\n.EX\n\(Self.escapedLine(commandLine))\n.EE\n.RE\n"
  }

  private mutating func macro(_ name: String, _ argument: String) {
    text += ".\(name) \(Self.quoted(argument))\n"
  }

  private static func quoted(_ argument: String) -> String {
    let parts = escaped(argument).split(separator: "\"", omittingEmptySubsequences: false)
    return "\"\(parts.joined(separator: "\\(dq"))\""
  }

  /// Escapes a whole line; a full stop or apostrophe at its start would be a request.
  static func escapedLine(_ line: String) -> String {
    let escaped = escaped(line)
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }

  /// Escapes the characters that roff would replace.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "~": result += "\\(ti"
      case "^": result += "\\(ha"
      case "`": result += "\\(ga"
      case "'": result += "\\(aq"
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default: result += "\\[u" + Self.hexadecimal(scalar) + "]"
      }
    }
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
