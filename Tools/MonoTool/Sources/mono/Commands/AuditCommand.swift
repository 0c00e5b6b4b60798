import MonoCore
import Terminal

enum AuditCommand {
  private static let tests = Argument<[String]>(
    "TEST", help: "Names of test targets or packages; every test without one.")

  static let audit = Command<CommandContext>(
    "audit", summary: "Find files that tests open and that nothing declares.",
    discussion: """
      Runs each test target alone under strace (Linux). A file of the repository that the tests \
      open, list or look for, but whose change would not make 'mono affected' select them, is \
      listed with the entry for "inputs" in the rules file. Ends with 1 when there is one, or when \
      tests fail. 'mono test' does the same with every run, and remembers no result of a target \
      with such a file.
      """,
    examples: [
      CommandExample("mono audit Auth/AuthTests", "One test target of one package."),
      CommandExample("mono audit", "All of them; for a job that runs once a week."),
    ],
    parameters: [tests]
  ) { values, context in
    let session = try context.session()
    guard let repository = session.repository else {
      throw MonoError.failure(
        "\(session.root) is not in a git repository, so no file belongs to it.",
        hint: "Run 'git init'.")
    }
    let workspace = try context.workspace(of: session)
    let named = try values[tests].flatMap { try workspace.tests(meaning: $0) }
    let report = try AuditReport(
      values[tests].isEmpty ? workspace.targets.indices.filter(workspace.isTest) : named,
      with: session.builder(workspace, progress: context.progress), in: repository)
    try context.answer(report.json, text: report.text)
    if !report.isClean { throw NegativeResultError() }
  }
}
