import MonoCore
import Terminal

/// `mono audit`.
enum AuditCommand {
  private static let tests = Argument<[String]>(
    "TEST", help: "Names of test targets or packages; every test without one.")

  static let audit = Command<CommandContext>(
    "audit", summary: "Find files that tests open and that nothing declares.",
    discussion: """
      Runs each test target alone under strace (Linux). A file of the repository that the tests \
      open, but whose change would not make 'mono affected' select them, is listed with the \
      entry for "inputs" in the rules file. Ends with 1 when there is one, or when tests fail.
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
    let named = try values[tests].flatMap { try workspace.targets(meaning: $0) }
    let all = values[tests].isEmpty ? Array(workspace.targets.indices) : named
    let builder = try session.builder(workspace, progress: context.progress)
    let results = try InputAudit(builder: builder, repository: repository, rules: session.rules)
      .run(all.filter { workspace.targets[$0].kind == .test })
    let report = AuditReport(workspace: workspace, results: results)
    try session.results.note(report)
    try context.answer(report.json, text: report.text)
    if !report.isClean { throw NegativeResultError() }
  }
}
