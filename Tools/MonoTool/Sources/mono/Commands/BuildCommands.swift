import MonoCore
import Terminal

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
  private static let targetLimit = Option<Int?>(
    "target-limit", kind: .range(1...86_400).named("SECONDS"),
    help: "How long the tests of one target may run; then those that still run are named.")
  private static let sanitizer = Option<String?>(
    "sanitize", kind: .oneOf(["address", "thread", "undefined"]), help: "Look for such mistakes.")
  static let junit = Option<String?>(
    "junit", kind: .file, help: "Write the results to a file in the form of JUnit.")
  static let base = Option<String?>(
    "base", kind: .standard.named("REF"),
    help: "Where the change starts; without it what the CI service says, or the default branch.")

  static let allowEmpty = Flag(
    "allow-empty", help: "Let --base name HEAD itself on a CI service, where nothing can differ.")

  private static let passedOn = "What follows -- goes to 'swift build' as it is."

  static let build = Command<CommandContext>(
    "build", summary: "Build packages, seeing every new, deleted and edited file and manifest.",
    discussion: passedOn,
    examples: [
      CommandExample("mono build", "Everything."),
      CommandExample("mono build Auth Sharing", "Two packages."),
    ],
    parameters: [packages, configuration]
  ) { values, context in
    let (session, workspace) = try context.open()
    let chosen = try workspace.packages(named: values[packages])
    var plan = RunPlan.building(chosen, in: workspace)
    plan.isWholeRepository = values[packages].isEmpty
    var options = BuildOptions()
    options.configuration = values[configuration]
    options.passedOn = context.passedOn
    try run(plan, workspace, session, context, options)
  }

  static let test = Command<CommandContext>(
    "test", summary: "Build and run tests, with one summary that names the first failure.",
    discussion: """
      A module that was compiled against an older layout of a type is compiled again before the \
      tests run, even when SwiftPM does not notice. A test target that passed with the same \
      files, manifests, toolchain, options and environment is reported from the cache in \
      MONO_CACHE and not run again (at most \(ResultCache.limit) results), when its run was traced and \
      looked at nothing undeclared; --no-cache runs it. Tests see these variables and those of "env" \
      in the rules file, and no others but HOME, TMPDIR and a PATH of the system's folders and the \
      toolchain's: \(TestEnvironment.allowed.joined(separator: ", ")). A test target without a test is a failure. \
      Where GITHUB_ACTIONS is true, failures are also printed as annotations. \(passedOn)
      """,
    examples: [
      CommandExample("mono test", "Every test of the repository."),
      CommandExample("mono test --affected", "What your branch and your uncommitted edits affect."),
      CommandExample("mono test Auth", "One package."),
      CommandExample("mono test --filter SignInTests", "One suite, wherever it is."),
      CommandExample("mono test --junit results.xml", "With a report for a CI service."),
    ],
    parameters: [
      packages, affected, base, allowEmpty, filter, limit, targetLimit, sanitizer, junit,
      configuration,
    ]
  ) { values, context in
    let (session, workspace) = try context.open()
    let chosen = Set(try workspace.packages(named: values[packages]))
    var tests = workspace.targets.indices.filter(workspace.isTest)
      .filter { chosen.contains(workspace.targets[$0].package) }
    var start: Base?
    if values[affected] {
      let report = try session.affected(
        workspace, base: values[base], allowsEmpty: values[allowEmpty], report: values[junit])
      start = report.base
      for file in report.unmapped { try context.note("\(file) selects every test.") }
      tests = tests.filter(Set(report.testTargets).contains)
    }
    var plan = RunPlan.testing(tests, in: workspace)
    plan.filter = values[filter]
    plan.base = start
    plan.isWholeRepository = values[packages].isEmpty
    var options = BuildOptions()
    options.configuration = values[configuration]
    options.testLimit = values[limit]
    options.targetLimit = values[targetLimit]
    options.passedOn = (values[sanitizer].map { ["--sanitize", $0] } ?? []) + context.passedOn
    try run(plan, workspace, session, context, options, junit: values[junit])
  }

  static func run(
    _ plan: RunPlan, _ workspace: Workspace, _ session: Session, _ context: CommandContext,
    _ options: BuildOptions = BuildOptions(), junit: String? = nil
  ) throws {
    let builder = session.builder(workspace, options: options, progress: context.progress)
    let report = try session.run(plan, with: builder)
    if let junit { try Files.write(report.junit, to: junit) }
    let isAnnotating = session.environment["GITHUB_ACTIONS"] == "true"
    try context.answer(report.json, text: report.text + (isAnnotating ? report.annotations : ""))
    if !report.succeeded { throw NegativeResultError() }
  }
}
