import Terminal

enum BuildCommands {
  private static let packages = Argument<[String]>(
    "PACKAGE", help: "Names or folders of packages; all of them without one.")
  private static let tests = Argument<[String]>(
    "PACKAGE", help: "Names or folders of packages, or test targets; all of them without one.")
  private static let affected = Flag("affected", help: "Only what a change can affect.")
  private static let filter = Option<String?>(
    "filter", kind: .standard.named("REGEX"),
    help: "Only tests whose name, Target.Suite/test, matches a regular expression.")
  static let base = Option<String?>(
    "base", kind: .standard.named("REF"),
    help: "Where the change starts; without it where HEAD leaves the default branch.")

  static let build = Command<CommandContext>(
    "build", summary: "Build packages, seeing every new, deleted and edited file and manifest.",
    discussion: "What follows -- goes to 'swift build' as it is.",
    examples: [
      CommandExample("mono build", "Everything."),
      CommandExample("mono build Auth Sharing", "Two packages."),
    ],
    parameters: [packages]
  ) { values, context in
    let (session, workspace) = try context.open()
    let chosen = try workspace.packages(named: values[packages])
    var plan = RunPlan.building(chosen, in: workspace)
    plan.isWholeRepository = values[packages].isEmpty
    try run(plan, workspace, session, context)
  }

  static let test = Command<CommandContext>(
    "test", summary: "Build and run tests, with one summary that names the first failure.",
    discussion: """
      'swift build --build-tests' and 'swift test --skip-build' of each package, with \
      '\(Builder.flags.joined(separator: " "))'. Nothing is remembered from run to run. A test \
      target without a test is a failure, and so is a filter that no test matches. What follows -- \
      goes to both as it is.
      """,
    examples: [
      CommandExample("mono test", "Every test of the repository."),
      CommandExample("mono test --affected", "What your branch and your uncommitted edits affect."),
      CommandExample("mono test Auth", "One package."),
      CommandExample("mono test --filter SignInTests", "One suite, wherever it is."),
    ],
    parameters: [tests, affected, base, filter]
  ) { values, context in
    let (session, workspace) = try context.open()
    var chosen = try workspace.tests(named: values[tests])
    var start: Base?
    if values[affected] {
      let report = try session.affected(workspace, base: values[base])
      start = report.base
      for file in report.unmapped { try context.note("\(file) selects every test.") }
      chosen = chosen.filter { report.testTargets.contains(workspace[$0].label) }
    }
    var plan = RunPlan.testing(chosen, in: workspace)
    plan.filter = values[filter]
    plan.base = start
    plan.isWholeRepository = values[tests].isEmpty
    try run(plan, workspace, session, context)
  }

  private static func run(
    _ plan: RunPlan, _ workspace: Workspace, _ session: Session, _ context: CommandContext
  ) throws {
    let builder = Builder(
      workspace: workspace, toolchain: session.loader.evaluator.toolchain, rules: session.rules,
      passedOn: context.passedOn, progress: context.progress)
    let report = try builder.run(plan)
    try context.answer(report, text: report.text)
    if !report.succeeded { throw NegativeResultError() }
  }
}
