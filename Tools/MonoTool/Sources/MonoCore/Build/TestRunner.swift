import Basics

/// Runs the tests of a step that is already built.
struct TestRunner: Sendable {
  let builder: Builder
  let step: RunPlan.Step
  /// Of the names of tests; see ``RunPlan/filter``.
  let filter: String?
  /// Where lines go as they come.
  var live: LiveOutput?

  private var workspace: Workspace { builder.workspace }

  /// Runs them as SwiftPM does, as often as the options say; after a crash once more one by one, to
  /// find the test that crashes.
  func run(into result: inout BuildReport.Step) throws(MonoError) {
    for round in 1...max(1, builder.options.rounds) {
      try runOnce(into: &result)
      guard result.testStatus == 0, result.tests.failures.isEmpty else {
        if round > 1 { result.tests.noteFlaky(round: round) }
        return
      }
    }
  }

  private func runOnce(into result: inout BuildReport.Step) throws(MonoError) {
    let options = builder.options
    let watch = TestWatch(
      limit: options.testLimit, targetLimit: options.targetLimit, targetCount: step.tests.count,
      progress: builder.progress)
    let (run, tests) = try run([], watch)
    result.testStatus = run.status.code
    if run.status.code != 0 { result.output = run.outputText + run.errorText }
    result.tests = TestReport()
    result.tests.append(contentsOf: tests)
    if let ending = watch.ending {
      result.tests.noteHanging(ending)
      result.stacks = ending.stacks ?? ""
      return
    }
    let crashed = tests.count { $0.outcome == .crashed }
    if crashed < 2 { return }
    builder.progress("looking for the test that crashes")
    let (_, again) = try self.run(["--no-parallel"], nil)
    result.tests.blame(using: again)
  }

  private func run(
    _ more: [String], _ watch: TestWatch?
  ) throws(MonoError) -> (result: Subprocess.Outcome, tests: [TestCase]) {
    let folder = try Files.makeTemporaryFolder()
    defer { extendLifetime(folder) }
    let events = folder.path(of: "events")
    let root = workspace.root
    let tick: (@Sendable (Subprocess) -> Void)?
    if let watch {
      tick = { watch.look(at: events, root: root, process: $0.identifier) }
    } else {
      tick = nil
    }
    let result = try Tool.run(
      builder.toolchain.swift,
      ["test", "--skip-build", "--event-stream-version", "0", "--event-stream-output-path", events]
        + builder.arguments(for: step) + builder.options.passedOn + builder.flags.test
        + filterArguments + more,
      environment: Self.environment,
      tick: tick, lines: lines(of: events))
    let lines = XCTestLines.tests(
      result.outputText, root: workspace.root, targets: testTarget)
    let lastEvents = watch?.ending?.events ?? Files.text(events) ?? ""
    watch?.tell(lastEvents, root: workspace.root)
    var tests = EventStream.tests(lastEvents, root: workspace.root) + lines
    let output = result.errorText + result.outputText
    if let message = CrashMessage.find(in: output, root: workspace.root) {
      for index in tests.indices where tests[index].outcome == .crashed {
        tests[index].message = message
      }
    }
    return (result, tests)
  }

  private func lines(of events: String) -> (@Sendable (String) -> Void)? {
    guard let live else { return nil }
    let sources = TestLineSources(events: events, targetOfClass: testTarget)
    let known = Set(step.tests.map { workspace.targets[$0].moduleName })
    return { line in
      live.write(line, of: sources.target(of: line).flatMap { known.contains($0) ? $0 : nil })
    }
  }

  /// SwiftPM takes the union of several filters, so both conditions go into one.
  private var filterArguments: [String] {
    let modules = step.tests.map { workspace.targets[$0].moduleName }.joined(separator: "|")
    let pattern =
      switch (step.isWhole, filter) {
      case (true, nil): ""
      case (false, nil): "^(\(modules))\\."
      case (true, let filter?): filter
      case (false, let filter?): "^(?=(\(modules))\\.)(?=.*?(\(filter)))"
      }
    return pattern.isEmpty ? [] : ["--filter", pattern]
  }

  /// What tests find in their environment unless it is set already: no crash reporter of the runtime,
  /// which can wait for ever, and no search for leaks, as neither the runtime nor XCTest frees all.
  static let environment = [
    "SWIFT_BACKTRACE": "enable=no", "ASAN_OPTIONS": "detect_leaks=0",
  ].filter { EnvironmentVariables.all[$0.key] == nil }

  /// The test target whose files declare an XCTest class.
  @Sendable private func testTarget(holding type: String) -> String? {
    step.tests.first { index in
      let folder = Path.join(workspace.root, workspace.targets[index].folder)
      return Files.descendants(of: folder).contains { file in
        file.hasSuffix(".swift")
          && Files.text("\(folder)/\(file)")?.contains("class \(type)") == true
      }
    }.map { workspace.targets[$0].moduleName }
  }
}

/// What the Swift runtime says when a program stops itself.
enum CrashMessage {
  /// The last such line of an output, with its place when it has one: `P/P.swift:3: Fatal error:
  /// …`.
  static func find(in output: String, root: String) -> String? {
    let lines = output.split(separator: "\n").filter { line in
      // The backtrace repeats the message in another form.
      line.contains("Fatal error: ") && !line.contains("💣") && !line.hasPrefix("Crash")
        || line.hasPrefix("Fatal error")
    }
    return lines.last.map { $0.trimmingPrefix(root + "/") }.map(String.init)
  }
}
