import Basics
import MonoCore
import Terminal

enum InitCommand {
  private static let dryRun = Flag("dry-run", help: "Print the file, and write nothing.")
  private static let schema = Flag("schema", help: "Print the JSON schema of rules files.")

  static let initialize = Command<CommandContext>(
    "init", summary: "Write a first rules file for a repository that has none.",
    discussion: """
      The packages (or the targets of a single one) get the layers that they have today; a new \
      one has to be given its place, which 'mono new feature' does. Packages below folders such as \
      Fixtures are excluded. Files of CI services, editors and Xcode are said to affect no test; \
      any other file outside the packages selects every test until the rules say what reads it: \
      those of the last 200 commits are listed. What 'mono check' finds today is accepted in a \
      baseline.
      """,
    examples: [
      CommandExample("mono init", "Write mono.rules.json."),
      CommandExample("mono init --dry-run", "Only print it."),
      CommandExample("mono init --schema", "For an editor that checks JSON while you type."),
    ],
    parameters: [dryRun, schema]
  ) { values, context in
    if values[schema] { return try context.terminal.write(RulesFile.schemaText) }
    let empty = try context.session()
    if let path = empty.rules.path {
      throw MonoError.usage("There are rules already, in \(path).", hint: "Edit them.")
    }
    let starter = try empty.starterRules()
    let path = "mono.rules.json"
    if values[dryRun] {
      return try context.answer(
        ["file": .string(path), "contents": .string(starter.text)], text: starter.text)
    }
    try Files.write(starter.text, to: Path.join(empty.root, path))
    let session = try context.session()
    let workspace = try context.workspace(of: session)
    let findings = try Checker(
      workspace: workspace, rules: session.rules, repository: session.repository
    ).findings()
    let baseline = session.rules.baseline
    if !findings.isEmpty {
      try Files.write(Baseline.file(accepting: findings), to: Path.join(session.root, baseline))
    }
    let history = try session.repository.map {
      try UnmappedHistory(workspace: workspace, rules: session.rules, repository: $0)
    }
    let excluded = starter.excluded.joined(separator: ", ")
    let without = excluded.isEmpty ? "" : " without \(excluded)"
    let accepted =
      findings.isEmpty
      ? "" : "create \(baseline): accepts the \(findings.count) findings of today\n"
    try context.answer(
      [
        "file": .string(path), "layers": .integer(starter.layers.count),
        "exclude": JSON(starter.excluded), "accepted": .integer(findings.count),
        "selectingEverything": .array(
          (history?.places ?? []).map {
            ["paths": .string($0.pattern), "commits": .integer($0.commits)]
          }),
      ],
      text: """
        create \(path): \(workspace.packages.count) packages\(without), \(starter.layers.count) layers
        \(accepted)\(history?.text ?? "")Next: mono check.

        """)
  }
}
