import Basics
import MonoCore
import Terminal

/// `mono init`.
enum InitCommand {
  private static let dryRun = Flag("dry-run", help: "Print the file, and write nothing.")
  private static let schema = Flag("schema", help: "Print the JSON schema of rules files.")

  static let initialize = Command<CommandContext>(
    "init", summary: "Write a first rules file for a repository that has none.",
    discussion: """
      The packages (or the targets of a single one) get the layers that they have today; a new \
      one has to be given its place, which 'mono new feature' does. Files of CI services, editors \
      and Xcode are said to affect no test; any other file outside the packages selects every test \
      until the rules say what reads it.
      """,
    examples: [
      CommandExample("mono init", "Write mono.rules.json."),
      CommandExample("mono init --dry-run", "Only print it."),
      CommandExample("mono init --schema", "For an editor that checks JSON while you type."),
    ],
    parameters: [dryRun, schema]
  ) { values, context in
    if values[schema] { return try context.terminal.write(RulesFile.schemaText) }
    let session = try context.session()
    if let path = session.rules.path {
      throw MonoError.usage("There are rules already, in \(path).", hint: "Edit them.")
    }
    let workspace = try context.workspace(of: session)
    let files =
      try session.repository?.files() ?? Files.descendants(of: session.root)
    let starter = StarterRules(workspace: workspace, files: files)
    let path = "mono.rules.json"
    if values[dryRun] {
      return try context.answer(
        ["file": .string(path), "contents": .string(starter.text)], text: starter.text)
    }
    try Files.write(starter.text, to: Path.join(session.root, path))
    let layers = starter.layers.count
    try context.answer(
      ["file": .string(path), "layers": .integer(layers)],
      text: """
        create \(path): \(workspace.packages.count) packages, \(layers) layers
        Next: mono check. What it finds today can be accepted with mono check --update-baseline.

        """)
  }
}
