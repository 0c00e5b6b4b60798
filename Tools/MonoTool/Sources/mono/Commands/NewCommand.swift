import MonoCore
import Terminal

/// `mono new feature`.
enum NewCommand {
  private static let name = Argument<String>("NAME", help: "The feature, as in TipJar.")
  private static let parent = Option<String?>(
    "parent", kind: .standard.named("PACKAGE"),
    help: "The feature package whose scope opens the new one; its runtime values are handed on.")
  private static let dryRun = Flag("dry-run", help: "Say what would be written, and write nothing.")

  static let new = Command<CommandContext>(
    "new", summary: "Begin something new.",
    examples: [CommandExample("mono new feature Tipping", "A feature package.")],
    subcommands: [feature, substitution])

  private static let package = Option<String>(
    "in", kind: .standard.named("PACKAGE"), help: "The feature package whose flags choose.")

  private static let substitution = Command<CommandContext>(
    "substitution", summary: "Two implementations of one protocol, their flag and their tests.",
    examples: [
      CommandExample("mono new substitution PriceText --in SignedIn", "Two texts for a price.")
    ],
    parameters: [name, package, dryRun]
  ) { values, context in
    let session = try context.session()
    let plan = try SubstitutionScaffold(workspace: context.workspace(of: session))
      .plan(name: values[name], in: values[package])
    if !values[dryRun] { try plan.apply(root: session.root) }
    let next = values[dryRun] ? "" : "Next: mono test \(values[package])\n"
    try context.answer(plan.json, text: plan.text + next)
  }

  private static let feature = Command<CommandContext>(
    "feature", summary: "A feature package with tests, a preview and its place in the app.",
    discussion: """
      Writes the package, adds it to the root manifest and to the composition root that the rules \
      file names, or writes nothing at all. Then the pictures that show the packages or scopes are \
      drawn anew.
      """,
    examples: [
      CommandExample("mono new feature Tipping --parent SignedIn", "In the scope of a session."),
      CommandExample("mono new feature Tipping --dry-run", "Only say what would be written."),
    ],
    parameters: [name, parent, dryRun]
  ) { values, context in
    let session = try context.session()
    let plan =
      try values[dryRun]
      ? session.planFeature(
        name: values[name], parent: values[parent], in: context.workspace(of: session))
      : session.makeFeature(name: values[name], parent: values[parent])
    let next = values[dryRun] ? "" : "Next: mono test \(values[name])\n"
    try context.answer(plan.json, text: plan.text + next)
  }
}
