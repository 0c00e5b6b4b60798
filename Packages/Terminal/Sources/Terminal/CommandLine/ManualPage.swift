import Basics

/// The manual page of a whole program, in the `man` macros of roff.
///
/// Source of the notation: groff_man(7).
struct ManualPage<Context: Sendable> {
  let tree: CommandTree<Context>

  var text: String {
    var page = RoffWriter()
    page.title(tree.name, date: tree.date, source: "\(tree.name) \(tree.version)")
    page.section("NAME")
    page.paragraph("\(tree.name) - \(tree.root.summary)")
    page.section("SYNOPSIS")
    synopsis(of: tree.root, path: [tree.name], to: &page)
    if !tree.root.discussion.isEmpty {
      page.section("DESCRIPTION")
      page.paragraphs(tree.root.discussion)
    }
    page.section("COMMANDS")
    for (path, command) in tree.allCommands where !command.isGroup && !path.isEmpty {
      self.command(command, path: [tree.name] + path, to: &page)
    }
    options(to: &page)
    tables(to: &page)
    examples(tree.root.examples, heading: true, to: &page)
    return page.text
  }

  private func command(_ command: Command<Context>, path: [String], to page: inout RoffWriter) {
    page.subsection(path.dropFirst().joined(separator: " "))
    synopsis(of: command, path: path, to: &page)
    page.paragraphs(command.summary)
    page.paragraphs(command.discussion)
    rows(command.definitions.flatMap(ParameterHelp.rows), to: &page)
    examples(command.examples, heading: false, to: &page)
  }

  private func synopsis(of command: Command<Context>, path: [String], to page: inout RoffWriter) {
    for (index, line) in CommandUsage.lines(of: command, path: path).enumerated() {
      if index > 0 { page.lineBreak() }
      page.paragraph(line)
    }
  }

  private func options(to page: inout RoffWriter) {
    page.section("OPTIONS OF EVERY COMMAND")
    let builtin = [("-h, --help", "Print help."), ("--version", "Print the version.")]
    rows(tree.globalDefinitions.flatMap(ParameterHelp.rows) + builtin, to: &page)
  }

  private func tables(to page: inout RoffWriter) {
    if !tree.keys.isEmpty {
      page.section("KEYS")
      rows(tree.keys.map { ($0.keys, $0.meaning) }, to: &page)
    }
    if !tree.environment.isEmpty {
      page.section("ENVIRONMENT")
      rows(tree.environment.map { ($0.name, $0.meaning) }, to: &page)
    }
    if !tree.files.isEmpty {
      page.section("FILES")
      rows(tree.files.map { ($0.path, $0.meaning) }, to: &page)
    }
    if !tree.exitStatuses.isEmpty {
      page.section("EXIT STATUS")
      rows(tree.exitStatuses.map { (String($0.code), $0.meaning) }, to: &page)
    }
  }

  private func rows(_ rows: [(term: String, meaning: String)], to page: inout RoffWriter) {
    for row in rows { page.item(String(row.term.trimming { $0 == " " }), row.meaning) }
  }

  private func examples(
    _ examples: [CommandExample], heading: Bool, to page: inout RoffWriter
  ) {
    guard !examples.isEmpty else { return }
    if heading { page.section("EXAMPLES") }
    for (index, example) in examples.enumerated() {
      if !heading || index > 0 { page.paragraphBreak() }
      page.example(example.commandLine, example.explanation)
    }
  }
}
