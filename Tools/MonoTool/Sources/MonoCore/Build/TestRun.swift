import Basics

/// One `swift test` of a step that is built.
struct TestRun: Sendable {
  let builder: Builder
  let step: RunPlan.Step
  /// Of the names of tests; see ``RunPlan/filter``.
  let filter: String?

  private var workspace: Workspace { builder.workspace }
  private var modules: [String] { step.tests.map { workspace.targets[$0].moduleName } }

  /// - Parameter limit: When it is over the tests that still run are named and ended.
  func run(into result: inout BuildReport.Step, limit: Duration) throws(MonoError) {
    let folder = try Files.makeTemporaryFolder()
    defer { extendLifetime(folder) }
    let events = "\(folder.path)/events"
    // Without a width all tests start at once, and a loaded machine shows none finished for minutes.
    let arguments =
      builder.arguments(["test"], step)
      + ["--skip-build", "--experimental-maximum-parallelization-width", "8"]
      + ["--event-stream-version", "0", "--event-stream-output-path", events]
      + ["--filter", pattern]
    let (outcome, stacks) = try Tool.run(
      builder.toolchain.swift, arguments,
      environment: Self.defaults.filter { EnvironmentVariables.all[$0.key] == nil }, limit: limit)
    result.tests = EventStream.tests(Files.text(events) ?? "", root: workspace.root)
    result.testStatus = outcome.status.code
    if outcome.status.code != 0 { result.output = outcome.outputText + outcome.errorText }
    if let stacks {
      let seconds = Int(limit / .seconds(1))
      result.stacks = stacks
      result.hanging = "the tests were still running after \(seconds) s"
    }
    let crash = CrashMessage.find(in: outcome.errorText + outcome.outputText, root: workspace.root)
    for index in result.tests.indices where result.tests[index].outcome == .unfinished {
      result.tests[index].message =
        result.hanging == nil ? crash ?? "it did not end" : "it was still running"
    }
    let seen = Set(result.tests.map(\.target))
    let mayBeEmpty = workspace.targets(builder.rules.emptyTests)
    result.empty = step.tests.filter {
      filter == nil && outcome.status.code == 0 && !seen.contains(workspace.targets[$0].moduleName)
        && !mayBeEmpty.contains($0)
    }.map(builder.name)
  }

  /// Variables that tests find unless they are set: no crash reporter of the runtime, which can wait
  /// for ever, and no search for leaks, as neither the runtime nor XCTest frees all.
  static let defaults = ["SWIFT_BACKTRACE": "enable=no", "ASAN_OPTIONS": "detect_leaks=0"]

  /// The union of several filters would be taken, so all conditions go into one.
  private var pattern: String {
    let own = "^(?=(?:\(modules.joined(separator: "|")))\\.)"
    return filter.map { "\(own)(?=.*?(?:\($0)))" } ?? own
  }
}

/// Messages of the Swift runtime when a program stops itself.
enum CrashMessage {
  /// The last such line of an output, such as `P/P.swift:3: Fatal error: …`.
  static func find(in output: String, root: String) -> String? {
    output.split(separator: "\n").last { $0.contains("Fatal error: ") }
      .map { String($0.trimmingPrefix(root + "/")) }
  }
}
