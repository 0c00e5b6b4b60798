import Basics
import Terminal

enum GraphCommands {
  static let check = Command<CommandContext>(
    "check", summary: "Hold manifests and sources against the rules of the repository.",
    discussion: """
      The rules are in Tools/mono.rules.json, mono.rules.json or .mono.rules.json; without such \
      a file, cycles, undeclared imports and unused dependencies are found. \
      Tools/MonoTool/RULES.md describes each kind.
      """,
    examples: [
      CommandExample("mono check", "Every finding with its path, reason and remedy."),
      CommandExample("mono check --json", "For a program."),
    ]
  ) { _, context in
    let (session, workspace) = try context.open(isComplete: true)
    let checker = try Checker(workspace: workspace, rules: session.rules)
    let report = CheckReport(findings: try checker.findings())
    try context.answer(report, text: report.text)
    if !report.findings.isEmpty { throw NegativeResultError() }
  }

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
    try context.answer(report, text: report.text(explained: values[explain]))
  }

  private static let packages = Flag(
    "packages", help: "Packages; this is what is shown without a choice.")
  private static let targets = Flag("targets", help: "Targets, tests included.")
  private static let containers = Flag(
    "containers", help: "Scopes, what each asks, who supplies it, and its runtime values.")
  private static let objects = Flag(
    "objects", help: "The objects of one target, given by --focus: what makes and keeps them.")
  private static let format = Option<String?>(
    "format", kind: .oneOf(["dot", "mermaid", "json"]),
    help: "How to print it; Mermaid without a choice.")
  private static let focus = Option<String?>(
    "focus", kind: .standard.named("NAME"),
    help: "Only what needs it or is needed by it; of scopes those that a target or package needs.")
  private static let update = Flag(
    "update-documents", help: "Draw the picture anew in the documents that the rules file names.")

  static let graph = Command<CommandContext>(
    "graph", summary: "Draw packages, targets, scopes or objects; what breaks a rule is marked.",
    examples: [
      CommandExample(
        "mono graph --format dot", "The packages, for graphviz: pipe it into dot -Tsvg."),
      CommandExample("mono graph --targets --focus Sharing", "Part of the targets."),
      CommandExample("mono graph --containers --focus app", "The scopes of a program."),
      CommandExample("mono graph --objects --focus app", "What a program makes, and where."),
    ],
    parameters: [packages, targets, containers, objects, format, focus, update]
  ) { values, context in
    let (session, workspace) = try context.open()
    if values[update] {
      let names = try workspace.updateDocuments(of: session.rules).map(\.path)
      return try context.answer(["updated": names], text: names.map { "change \($0)\n" }.joined())
    }
    var (picture, json): (Picture, JSON)
    if values[containers] {
      let tree = try ContainerTree(workspace: workspace, focus: values[focus])
      (picture, json) = (tree.picture, try JSON(encoding: tree))
    } else if values[objects] {
      guard let target = values[focus] else {
        throw MonoError.usage(
          "'--objects' draws the objects of one target.", hint: "Name it with --focus.")
      }
      picture = try .objects(workspace, focus: target)
      json = try JSON(encoding: picture)
    } else {
      let findings = try Checker(workspace: workspace, rules: session.rules).findings()
      let draw = values[targets] ? Picture.targets : Picture.packages
      picture = try draw(workspace, findings).focused(on: values[focus])
      json = try JSON(encoding: picture)
    }
    switch values[format] ?? (context.isJSON ? "json" : "mermaid") {
    case "dot": try context.terminal.write(picture.dot)
    case "json": try context.terminal.write(json.pretty)
    default: try context.terminal.write(picture.mermaid)
    }
  }
}
