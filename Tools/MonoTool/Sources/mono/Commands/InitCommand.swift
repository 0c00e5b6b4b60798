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
        "selectingEverything": JSON(history?.places ?? []) {
          ["paths": .string($0.pattern), "commits": .integer($0.commits)]
        },
      ],
      text: """
        create \(path): \(workspace.packages.count) packages\(without), \(starter.layers.count) layers
        \(accepted)\(history?.text ?? "")Next: mono check.

        """)
  }
}

enum NewCommand {
  private static let name = Argument<String>("NAME", help: "The feature, as in TipJar.")
  private static let parent = Option<String?>(
    "parent", kind: .standard.named("PACKAGE"),
    help: "The feature package beside whose scope the new one is opened.")
  private static let dryRun = Flag("dry-run", help: "Say what would be written, and write nothing.")

  static let new = Command<CommandContext>(
    "new", summary: "Begin something new.",
    examples: [CommandExample("mono new feature Tipping", "A feature package.")],
    subcommands: [feature])

  private static let feature = Command<CommandContext>(
    "feature", summary: "A feature package with tests and its place in the app.",
    discussion: """
      Fills the templates that the rules file names, adds the package to the root manifest and to the \
      composition root, and draws the pictures anew that show the packages or scopes. What it touches \
      must be committed, so that git can take it back: it prints the command that does, also for a \
      run that was killed.
      """,
    examples: [
      CommandExample("mono new feature Tipping --parent SignedIn", "In the scope of a session."),
      CommandExample("mono new feature Tipping --dry-run", "Only say what would be written."),
    ],
    parameters: [name, parent, dryRun]
  ) { values, context in
    let session = try context.session()
    let plan = try session.makeFeature(
      name: values[name], parent: values[parent], in: context.workspace(of: session),
      isDryRun: values[dryRun])
    let next = values[dryRun] ? "" : "Next: mono test \(values[name])\n"
    try context.answer(plan.json, text: plan.text + next)
  }
}
