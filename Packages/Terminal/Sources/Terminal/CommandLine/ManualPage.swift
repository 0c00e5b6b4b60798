import Basics

/// The manual page of a whole program, in the `man` macros of roff. Source: groff_man(7).
struct ManualPage<Context: Sendable> {
  let tree: CommandTree<Context>

  var text: String {
    let root = tree.root
    var page = RoffWriter()
    page.title(tree.name, date: tree.date, source: "\(tree.name) \(tree.version)")
    page.section("NAME")
    page.paragraph("\(tree.name) - \(root.summary)")
    page.section("SYNOPSIS")
    page.lines(root.usageLines(path: [tree.name]))
    if !root.discussion.isEmpty {
      page.section("DESCRIPTION")
      page.paragraphs(root.discussion)
    }
    page.section("COMMANDS")
    for (path, command) in tree.allCommands
    where (command.action != nil || !command.isGroup) && !path.isEmpty {
      page.subsection(path.joined(separator: " "))
      page.lines(command.usageLines(path: [tree.name] + path))
      page.paragraphs(command.summary)
      page.paragraphs(command.discussion)
      page.items(command.definitions.flatMap(\.helpEntries))
      for example in command.examples { page.example(example, isFirst: false) }
    }
    let builtin = [
      HelpEntry("-h, --help", "Print help."), HelpEntry("--version", "Print the version."),
    ]
    page.table("OPTIONS OF EVERY COMMAND", tree.globalDefinitions.flatMap(\.helpEntries) + builtin)
    page.table("KEYS", tree.makeKeys())
    page.table("ENVIRONMENT", tree.environment)
    page.table("FILES", tree.makeFiles())
    page.table("EXIT STATUS", tree.exitStatuses.map { HelpEntry(String($0.code), $0.meaning) })
    if !root.examples.isEmpty { page.section("EXAMPLES") }
    for (index, example) in root.examples.enumerated() {
      page.example(example, isFirst: index == 0)
    }
    return page.text
  }
}

/// Writes roff: text is escaped and broken into short lines, macros stand alone.
struct RoffWriter {
  private(set) var text = ""

  /// Writes the heading of a manual page of section 1.
  mutating func title(_ name: String, date: String, source: String) {
    // The date is read by programs, which know no escaped hyphens.
    let words = [name.uppercased(), "1"].map(Self.quoted) + ["\"\(date)\""]
    text += ".TH \(words.joined(separator: " ")) \(Self.quoted(source)) \"User Commands\"\n"
  }

  mutating func section(_ name: String) { text += ".SH \(Self.quoted(name))\n" }
  mutating func subsection(_ name: String) { text += ".SS \(Self.quoted(name))\n" }

  /// Writes one filled paragraph's lines.
  mutating func paragraph(_ words: String) {
    for line in words.wrapped(to: 70) { text += Self.escapedLine(line) + "\n" }
  }

  /// Writes paragraphs that are separated by line breaks.
  mutating func paragraphs(_ words: String) {
    for line in words.split(separator: "\n") {
      text += ".PP\n"
      paragraph(String(line))
    }
  }

  /// Writes lines that are not filled together.
  mutating func lines(_ lines: [String]) {
    for (index, line) in lines.enumerated() {
      if index > 0 { text += ".br\n" }
      paragraph(line)
    }
  }

  /// Writes terms in bold, each with its meaning below.
  mutating func items(_ rows: [HelpEntry]) {
    for row in rows {
      text += ".TP\n\\fB\(Self.escaped(row.term.trimmingBlanks))\\fR\n"
      paragraph(row.meaning)
    }
  }

  /// Writes a section of terms, unless there are none.
  mutating func table(_ name: String, _ rows: [HelpEntry]) {
    if !rows.isEmpty { section(name) }
    items(rows)
  }

  /// Writes what a command line does, and the line as it is typed.
  mutating func example(_ example: CommandExample, isFirst: Bool) {
    if !isFirst { text += ".PP\n" }
    paragraph(example.explanation)
    text += ".RS 4\n.EX\n\(Self.escapedLine(example.commandLine))\n.EE\n.RE\n"
  }

  private static func quoted(_ argument: String) -> String {
    "\"\(escaped(argument).replacing("\"", with: "\\(dq"))\""
  }

  /// Escapes a whole line; a full stop at its start would be a request.
  static func escapedLine(_ line: String) -> String {
    (line.hasPrefix(".") ? "\\&" : "") + escaped(line)
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
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
      }
    }
  }
}
