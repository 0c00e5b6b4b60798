/// The help of one command as plain text.
struct HelpPage<Context: Sendable> {
  private let tree: CommandTree<Context>
  private let command: Command<Context>
  private let path: [String]
  private let width: Int

  init(tree: CommandTree<Context>, path: [String], width: Int) {
    var (command, known) = (tree.root, [tree.name])
    for name in path {
      guard let next = command.subcommand(named: name) else { break }
      command = next
      known.append(name)
    }
    (self.tree, self.command, self.path, self.width) = (tree, command, known, max(width, 40))
  }

  var text: String {
    let sections = [
      wrapped(command.summary),
      section("Usage", usageLines),
      wrapped(command.discussion),
      section("Arguments", rows(command.arguments)),
      section("Commands", list(command.subcommands.map { HelpEntry($0.name, $0.summary) })),
      section("Options", rows(command.options)),
      section("Options of every command", path.count > 1 ? globals : globalRows),
      section("Environment", path.count > 1 ? "" : list(tree.environment)),
      section("Examples", command.examples.map(example).joined()),
      footer,
    ]
    return sections.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private var usageLines: String {
    command.usageLines(path: path).map { wrapped($0, indent: 2, hanging: 4) }.joined()
  }

  private var footer: String {
    guard command.isGroup else { return "" }
    let below = path.dropFirst().map { "\($0) " }.joined()
    return "Run '\(tree.name) help \(below)COMMAND' for more about a command.\n"
  }

  private func section(_ title: String, _ body: String) -> String {
    body.isEmpty ? "" : "\(title):\n\(body)"
  }

  private func wrapped(_ text: String, indent: Int = 0, hanging: Int = 0) -> String {
    guard !text.isEmpty else { return "" }
    let margin = String(repeating: " ", count: indent)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
      String($0).wrapped(to: width - indent, hanging: hanging)
    }
    return lines.map { $0.isEmpty ? "\n" : "\(margin)\($0)\n" }.joined()
  }

  private func example(_ example: CommandExample) -> String {
    "  \(example.commandLine)\n" + wrapped(example.explanation, indent: 6)
  }

  private func rows(_ definitions: [ParameterDefinition]) -> String {
    list(definitions.flatMap(\.helpEntries))
  }

  private var globalRows: String {
    let builtin = [
      HelpEntry("-h, --help", "Print this help."), HelpEntry("    --version", "Print the version."),
    ]
    return rows(tree.globalDefinitions) + list(builtin)
  }

  /// The options that the program's own help explains, by name.
  private var globals: String {
    let names = tree.globalDefinitions.flatMap(\.names) + ["--help", "--version"]
    let list = names.joined(separator: ", ")
    return wrapped("\(list); '\(tree.name) help' explains them.", indent: 2)
  }

  /// Terms in a column and what they mean beside them, or below them where a term is long.
  private func list(_ rows: [HelpEntry]) -> String {
    let column = min(30, width / 2 - 4)
    let margin = String(repeating: " ", count: column + 4)
    return rows.map { row in
      let lines = row.meaning.wrapped(to: width - column - 4).map { "\(margin)\($0)\n" }
      guard row.term.displayWidth <= column else { return "  \(row.term)\n" + lines.joined() }
      return "  " + row.term.padded(to: column + 2) + lines.joined().dropFirst(margin.count)
    }.joined()
  }
}
