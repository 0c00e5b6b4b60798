import MonoCore
import Terminal

enum AffectedCommand {
  private static let explain = Flag(
    "explain", help: "For each package and target, the file and the path that selected it.")

  static let affected = Command<CommandContext>(
    "affected", summary: "Packages, targets and tests that a change can affect.",
    discussion: """
      Committed, staged, unstaged, untracked, deleted and moved files count. A changed manifest \
      counts for the targets that it describes differently than before. The base is printed \
      first: where HEAD leaves what --base names, or else what GitHub Actions says that the \
      change is to be merged into, or the default branch. Without a base that can be trusted, as \
      in a shallow clone, or on a CI service with one that is HEAD itself, the command ends with 1 \
      and names the remedy.
      """,
    examples: [
      CommandExample("mono affected", "Since this branch left the default branch."),
      CommandExample("mono affected --base HEAD~1 --explain", "The last commit, with reasons."),
    ],
    parameters: [BuildCommands.base, BuildCommands.allowEmpty, explain]
  ) { values, context in
    let (session, workspace) = try context.open()
    let report = try session.affected(
      workspace, base: values[BuildCommands.base], allowsEmpty: values[BuildCommands.allowEmpty])
    try context.answer(report.json, text: report.text(explained: values[explain]))
  }
}
