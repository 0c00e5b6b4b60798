import MonoCore
import Terminal

/// `mono build` and `mono test`.
enum BuildCommands {
  private static let packages = Argument<[String]>(
    "PACKAGE", help: "Names or folders of packages; all of them without one.")
  private static let configuration = Option(
    "configuration", short: "c", kind: .oneOf(["debug", "release"]), default: "debug",
    help: "How to compile.")
  private static let affected = Flag("affected", help: "Only what a change can affect.")
  private static let filter = Option<String?>(
    "filter", kind: .standard.named("REGEX"),
    help: "Only tests whose name, Target.Suite/test, matches a regular expression.")
  private static let limit = Option(
    "time-limit", kind: .range(1...86_400).named("SECONDS"), default: 1800,
    help: "How long all tests of one build may run; then those that still run are named.")
  static let base = Option<String?>(
    "base", kind: .standard.named("REF"),
    help: "Where the change starts; without it what the CI service says, or the default branch.")

  static let build = Command<CommandContext>(
    "build", summary: "Build packages, seeing every new, deleted and edited file and manifest.",
    examples: [
      CommandExample("mono build", "Everything."),
      CommandExample("mono build Auth Sharing", "Two packages."),
    ],
    parameters: [packages, configuration]
  ) { values, context in
    let session = try context.session()
    let workspace = try context.workspace(of: session)
    let chosen = try workspace.packages(named: values[packages])
    var plan = RunPlan.building(chosen, in: workspace)
    plan.isWholeRepository = values[packages].isEmpty
    try run(plan, workspace, session, context, values[configuration])
  }

  static let test = Command<CommandContext>(
    "test", summary: "Build and run tests, with one summary that names the first failure.",
    discussion: """
      A module that was compiled against an older layout of a type is compiled again before the tests \
      run, even when SwiftPM does not notice.
      """,
    examples: [
      CommandExample("mono test", "Every test of the repository."),
      CommandExample("mono test --affected", "What your branch and your uncommitted edits affect."),
      CommandExample("mono test Auth", "One package."),
      CommandExample("mono test --filter SignInTests", "One suite, wherever it is."),
    ],
    parameters: [packages, affected, base, filter, limit, configuration]
  ) { values, context in
    let session = try context.session()
    let workspace = try context.workspace(of: session)
    let chosen = Set(try workspace.packages(named: values[packages]))
    var tests = workspace.targets.indices.filter {
      workspace.targets[$0].kind == .test && chosen.contains(workspace.targets[$0].package)
    }
    var start: Base?
    if values[affected] {
      let report = try session.affected(workspace, base: values[base])
      start = report.base
      for file in report.unmapped { try context.note("\(file) selects every test.") }
      tests = tests.filter(Set(report.testTargets).contains)
    }
    var plan = RunPlan.testing(tests, in: workspace)
    plan.filter = values[filter]
    plan.base = start
    plan.isWholeRepository = values[packages].isEmpty
    try run(plan, workspace, session, context, values[configuration], testLimit: values[limit])
  }

  static func run(
    _ plan: RunPlan, _ workspace: Workspace, _ session: Session, _ context: CommandContext,
    _ configuration: String, testLimit: Int = 1800
  ) throws {
    let builder = try session.builder(
      workspace, configuration: configuration, testLimit: testLimit, progress: context.progress)
    let report = try builder.run(plan)
    // Some tests of a target say nothing about how long all of them take.
    if plan.filter == nil { try TestTimes(root: session.root).record(report) }
    try context.answer(report.json, text: report.text)
    if !report.succeeded { throw NegativeResultError() }
  }
}
