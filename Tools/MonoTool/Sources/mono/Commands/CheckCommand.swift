import MonoCore
import Terminal

enum CheckCommand {
  static let check = Command<CommandContext>(
    "check", summary: "Hold manifests and sources against the rules of the repository.",
    discussion: """
      The rules are in Tools/mono.rules.json, mono.rules.json or .mono.rules.json; without such \
      a file, cycles, undeclared imports and unused dependencies are found. \
      Tools/MonoTool/RULES.md describes each kind. An unknown key, a wrong type and a name that \
      matches nothing are errors with their line.
      """,
    examples: [
      CommandExample("mono check", "Every finding with its path, reason and remedy."),
      CommandExample("mono check --json", "For a program."),
    ]
  ) { _, context in
    let session = try context.session()
    let report = CheckReport(
      findings: try Checker(
        workspace: session.workspace(), rules: session.rules, repository: session.repository
      ).findings())
    let json = try report.json()
    try context.answer(json, text: report.text)
    if !report.findings.isEmpty { throw NegativeResultError() }
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
      Fills the templates that the rules file names, enters the package where the rules file says, \
      and draws the pictures anew that show the packages or scopes. What it touches must be \
      committed, so that git can take it back: it prints the command that does, also for a run that \
      was killed, and what is left to do.
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
    try context.answer(plan.json, text: plan.text)
  }
}
