import Basics
import MonoCore
import Terminal

enum GraphCommand {
  private static let packages = Flag(
    "packages", help: "Packages; this is what is shown without a choice.")
  private static let targets = Flag("targets", help: "Targets, tests included.")
  private static let containers = Flag(
    "containers", help: "Scopes, what each asks, who supplies it, and its runtime values.")
  private static let format = Option<String?>(
    "format", kind: .oneOf(["dot", "mermaid", "json"]),
    help: "How to print it; Mermaid without a choice.")
  private static let focus = Option<String?>(
    "focus", kind: .standard.named("NAME"), help: "Only what needs it or is needed by it.")
  private static let update = Flag(
    "update-documents", help: "Draw the pictures anew in the documents that the rules file names.")

  static let graph = Command<CommandContext>(
    "graph", summary: "Draw packages, targets or scopes; what breaks a rule is marked.",
    examples: [
      CommandExample(
        "mono graph --format dot", "The packages, for graphviz: pipe it into dot -Tsvg."),
      CommandExample("mono graph --targets --focus Sharing", "Part of the targets."),
      CommandExample("mono graph --containers --focus app", "The scopes of a program."),
    ],
    parameters: [packages, targets, containers, format, focus, update]
  ) { values, context in
    let (session, workspace) = try context.open()
    if values[update] { return try updateDocuments(session, workspace, context) }
    let format = values[format] ?? (context.isJSON ? "json" : nil)
    if values[containers] {
      let tree = try ContainerTree(workspace: workspace, focus: values[focus])
      return try print(tree.picture, format, context, json: tree.json)
    }
    let findings = try Checker(workspace: workspace, rules: session.rules).findings()
    let whole =
      values[targets]
      ? Picture.targets(workspace, findings: findings)
      : Picture.packages(workspace, findings: findings)
    let picture = try whole.focused(on: values[focus])
    try print(picture, format, context, json: picture.json)
  }

  private static func updateDocuments(
    _ session: Session, _ workspace: Workspace, _ context: CommandContext
  ) throws {
    let changed = try workspace.updatedDocuments(of: session.rules)
    for (path, text) in changed { try Files.write(text, to: Path.join(session.root, path)) }
    let names = changed.map(\.path)
    try context.answer(
      ["updated": JSON(names)],
      text: names.isEmpty ? "Every picture is up to date.\n" : names.map { $0 + "\n" }.joined())
  }

  private static func print(
    _ picture: Picture, _ format: String?, _ context: CommandContext, json: JSON
  ) throws {
    let forms = ["dot": picture.dot, "json": json.pretty]
    try context.terminal.write(format.flatMap { forms[$0] } ?? picture.mermaid)
  }
}

enum AffectedCommand {
  private static let explain = Flag(
    "explain", help: "For each package and target, the file and the path that selected it.")

  static let affected = Command<CommandContext>(
    "affected", summary: "Packages, targets and tests that a change can affect.",
    discussion: """
      Committed, staged, unstaged, untracked, deleted and moved files and modes count. A changed \
      manifest counts for the targets that it describes differently than before. The base is \
      printed first: where HEAD leaves what --base names, or the default branch. Without a base \
      that can be trusted, as in a shallow clone, or with nothing that differs from it, the command \
      ends with 1 and names the remedy.
      """,
    examples: [
      CommandExample("mono affected", "Since this branch left the default branch."),
      CommandExample("mono affected --base HEAD~1 --explain", "The last commit, with reasons."),
    ],
    parameters: [BuildCommands.base, explain]
  ) { values, context in
    let (session, workspace) = try context.open()
    let report = try session.affected(workspace, base: values[BuildCommands.base])
    try context.answer(report.json, text: report.text(explained: values[explain]))
  }
}
