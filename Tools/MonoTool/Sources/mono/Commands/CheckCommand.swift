import Basics
import MonoCore
import Terminal

enum CheckCommand {
  private static let format = Option<String?>(
    "format", kind: .oneOf(["text", "json", "sarif", "github"]),
    help: "How to print findings; sarif is for code hosts, github for GitHub Actions.")
  private static let update = Flag(
    "update-baseline", help: "Accept what is found now, and nothing else.")

  static let check = Command<CommandContext>(
    "check", summary: "Hold manifests and imports against the rules of the repository.",
    discussion: """
      The rules are in Tools/mono.rules.json, mono.rules.json or .mono.rules.json; without such \
      a file, cycles, undeclared imports and unused dependencies are found. Kinds of rules: \
      forbidden, allowed, independent, layers, exhaustive, acyclic, undeclared-imports, \
      unused-dependencies, forbidden-code, pictures; \
      Tools/MonoTool/RULES.md describes them, and 'mono init --schema' prints their JSON schema. \
      An unknown key, a wrong type and a name that matches nothing are errors with their line.
      """,
    examples: [
      CommandExample("mono check", "Every finding with its path, reason and remedy."),
      CommandExample("mono check --format sarif", "For a code host."),
    ],
    parameters: [format, update]
  ) { values, context in
    let session = try context.session()
    let workspace = try session.workspace()
    let found = try Checker(
      workspace: workspace, rules: session.rules, repository: session.repository
    ).findings()
    let path = session.rules.baseline
    if values[update] {
      try Files.write(Baseline.file(accepting: found), to: Path.join(session.root, path))
      return try context.answer(
        ["accepted": .integer(found.count), "file": .string(path)],
        text: "\(found.count) findings are accepted in \(path).\n")
    }
    let baseline = try Baseline.load(root: session.root, path: path)
    let report = CheckReport(findings: baseline.judge(found))
    switch values[format] ?? (context.isJSON ? "json" : "text") {
    case "sarif": try context.terminal.write(report.sarif.pretty)
    case "github": try context.terminal.write(report.text + report.annotations)
    case "json": try context.terminal.write(report.json().pretty)
    default: try context.terminal.write(report.text)
    }
    if !report.findings.isEmpty { throw NegativeResultError() }
  }
}

enum DoctorCommand {
  static let doctor = Command<CommandContext>(
    "doctor", summary: "Check the toolchain, system libraries and build folders.",
    examples: [CommandExample("mono doctor", "One line for each, and what to do.")]
  ) { _, context in
    let session = try context.session()
    let doctor = try Doctor(session: session, workspace: context.workspace(of: session))
    try context.answer(doctor.json, text: doctor.text)
    if !doctor.checks.allSatisfy(\.isHealthy) { throw NegativeResultError() }
  }
}

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
