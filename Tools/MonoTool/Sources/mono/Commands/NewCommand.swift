import MonoCore
import Terminal

/// `mono new feature`, `mono new substitution` and `mono remove feature`.
enum NewCommand {
  private static let name = Argument<String>("NAME", help: "The feature, as in TipJar.")
  private static let parent = Option<String?>(
    "parent", kind: .standard.named("PACKAGE"),
    help: "The feature package whose scope opens the new one; its runtime values are handed on.")
  private static let dryRun = Flag("dry-run", help: "Say what would be written, and write nothing.")
  private static let undoing = """
    What it touches must be committed, so that git can take it back: it prints the command that does, \
    also for a run that was killed.
    """

  static let new = Command<CommandContext>(
    "new", summary: "Begin something new.",
    examples: [CommandExample("mono new feature Tipping", "A feature package.")],
    subcommands: [feature, substitution])

  private static let package = Option<String>(
    "in", kind: .standard.named("PACKAGE"), help: "The feature package whose flags choose.")

  private static let substitution = Command<CommandContext>(
    "substitution", summary: "Two implementations of one protocol, their flag and their tests.",
    discussion: undoing,
    examples: [
      CommandExample("mono new substitution PriceText --in SignedIn", "Two texts for a price.")
    ],
    parameters: [name, package, dryRun]
  ) { values, context in
    let session = try context.session()
    let plan = try session.makeSubstitution(
      name: values[name], of: values[package], in: context.workspace(of: session),
      isDryRun: values[dryRun])
    let next = values[dryRun] ? "" : "Next: mono test \(values[package])\n"
    try context.answer(plan.json, text: plan.text + next)
  }

  static let remove = Command<CommandContext>(
    "remove", summary: "Remove what 'mono new' made.",
    examples: [
      CommandExample("mono remove feature Tipping", "The package and its place in the app.")
    ],
    subcommands: [removeFeature])

  private static let removeFeature = Command<CommandContext>(
    "feature", summary: "Remove a feature package that nothing else needs.",
    discussion: """
      Removes the package's files, its entries in the root manifest, in the composition root and in \
      the rules file, and draws the pictures anew. \(undoing)
      """,
    examples: [
      CommandExample("mono remove feature Tipping --dry-run", "Only say what would be removed.")
    ],
    parameters: [name, dryRun]
  ) { values, context in
    let session = try context.session()
    let plan = try session.removeFeature(
      name: values[name], in: context.workspace(of: session), isDryRun: values[dryRun])
    try context.answer(plan.json, text: plan.text)
  }

  private static let feature = Command<CommandContext>(
    "feature", summary: "A feature package with tests and its place in the app.",
    discussion: """
      Fills the templates that the rules file names, adds the package to the root manifest and to the \
      composition root, and draws the pictures anew that show the packages or scopes. \(undoing)
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
