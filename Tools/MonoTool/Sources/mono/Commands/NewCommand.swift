import MonoCore
import Terminal

/// `mono new feature`, `mono remove feature` and `mono rename feature`.
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
    let plan =
      try values[dryRun]
      ? SubstitutionScaffold(workspace: context.workspace(of: session))
        .plan(name: values[name], in: values[package])
      : session.makeSubstitution(name: values[name], in: values[package])
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
      the rules file, and draws the pictures anew; all of it or nothing. What is committed can be \
      brought back with git.
      """,
    examples: [
      CommandExample("mono remove feature Tipping --dry-run", "Only say what would be removed.")
    ],
    parameters: [name, dryRun]
  ) { values, context in
    let session = try context.session()
    let plan =
      try values[dryRun]
      ? session.planRemoval(name: values[name], in: context.workspace(of: session))
      : session.removeFeature(name: values[name])
    try context.answer(plan.json, text: plan.text)
  }

  private static let newName = Argument<String>("NEW-NAME", help: "The name that it gets.")

  static let rename = Command<CommandContext>(
    "rename", summary: "Rename what 'mono new' made.",
    examples: [CommandExample("mono rename feature Tipping TipJar", "Everywhere it is named.")],
    subcommands: [renameFeature])

  private static let renameFeature = Command<CommandContext>(
    "feature", summary: "Give a feature package another name.",
    discussion: """
      Replaces the name in all its forms (TipJar, tipJar, tip-jar, tip_jar, tip jar) in the package, its \
      file names, the composition root, the manifests and the rules file, and draws the pictures \
      anew; all of it or nothing.
      """,
    examples: [
      CommandExample("mono rename feature Tipping TipJar --dry-run", "Only say what would change.")
    ],
    parameters: [name, newName, dryRun]
  ) { values, context in
    let session = try context.session()
    let plan =
      try values[dryRun]
      ? session.planRenaming(
        name: values[name], to: values[newName], in: context.workspace(of: session))
      : session.renameFeature(name: values[name], to: values[newName])
    try context.answer(plan.json, text: plan.text)
  }

  private static let feature = Command<CommandContext>(
    "feature", summary: "A feature package with tests, a preview and its place in the app.",
    discussion: """
      Writes the package, adds it to the root manifest and to the composition root that the \
      rules file names, or writes nothing at all. Then the pictures that show the packages or \
      scopes are drawn anew.
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
    let isPackage = plan.edits.contains { $0.path.hasSuffix("/Package.swift") }
    let tests = isPackage ? values[name] : "--filter \(values[name])Tests"
    let next = values[dryRun] ? "" : "Next: mono test \(tests)\n"
    try context.answer(plan.json, text: plan.text + next)
  }
}
