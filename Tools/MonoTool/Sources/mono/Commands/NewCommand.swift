import Terminal

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
    let (session, workspace) = try context.open()
    let plan = try session.makeFeature(
      name: values[name], parent: values[parent], in: workspace, isDryRun: values[dryRun])
    try context.answer(plan, text: plan.text)
  }
}
