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

  /// Runs them as often as the options say.
  func run(into result: inout BuildReport.Step) throws(MonoError) {
    for round in 1...max(1, builder.options.rounds) {
      try runOnce(into: &result)
      guard result.testStatus == 0, result.tests.failures.isEmpty else {
        if round > 1 { result.tests.noteFlaky(round: round) }
        return
      }
    }
  }

  /// Runs all targets at once, or one after the other where each is traced; after a crash once more
  /// one by one, to find the test that crashes.
  private func runOnce(into result: inout BuildReport.Step) throws(MonoError) {
    result.tests = TestReport()
    let program = TestProgram(builder: builder, step: step)
    let clock = ContinuousClock()
    let start = clock.now
    for group in builder.inputs == nil || program == nil ? [step.tests] : step.tests.map({ [$0] }) {
      let limit = builder.options.testLimit - Int((clock.now - start).seconds)
      let watch = TestWatch(
        limit: max(1, limit), targetLimit: builder.options.targetLimit, targetCount: group.count,
        progress: builder.progress)
      let begin = clock.now
      var (run, tests) = try self.run(group, program, [], watch, into: &result)
      if run.status.code != 0 {
        result.testStatus = run.status.code
        result.output += run.outputText + run.errorText
        if run.status.code > 128 {
          result.output += "\nerror: unexpected signal code \(run.status.code - 128)\n"
        }
      }
      var report = TestReport()
      report.append(contentsOf: tests)
      if let ending = watch.ending {
        report.noteHanging(ending)
        result.stacks += ending.stacks ?? ""
      } else if tests.count(where: { $0.outcome == .crashed }) > 1 {
        builder.progress("looking for the test that crashes")
        (_, tests) = try self.run(group, program, ["--no-parallel"], nil, into: &result)
        report.blame(using: tests)
      }
      if group.count == 1 {
        report.measured[workspace.targets[group[0]].moduleName] = (clock.now - begin).seconds
      }
      result.tests.append(report)
      if watch.ending?.target == nil, watch.ending != nil { return }
    }
  }

  private func run(
    _ group: [Int], _ program: TestProgram?, _ more: [String], _ watch: TestWatch?,
    into step: inout BuildReport.Step
  ) throws(MonoError) -> (result: Subprocess.Outcome, tests: [TestCase]) {
    let folder = try Files.makeTemporaryFolder()
    defer { extendLifetime(folder) }
    let place = Files.realPath(folder.path) ?? folder.path
    for name in ["home", "t"] { try Files.makeFolder("\(place)/\(name)") }
    let events = "\(place)/events"
    let root = workspace.root
    let tick: (@Sendable (Subprocess) -> Void)?
    if let watch {
      tick = { watch.look(at: events, root: root, process: $0.identifier) }
    } else {
      tick = nil
    }
    let stream = ["--event-stream-version", "0", "--event-stream-output-path", events] + more
    let pattern = pattern(group)
    let isTraced = group.count == 1 && builder.inputs?.isTraceable(group[0]) == true
    let command: [String]
    if let program {
      let trace = isTraced ? Trace.command(log: "\(place)/trace") : []
      command = trace + program.command(group, filter, pattern, stream)
    } else {
      let filter = pattern.isEmpty ? [] : ["--filter", pattern]
      command =
        [builder.toolchain.swift, "test", "--skip-build"] + stream
        + builder.arguments(for: self.step)
        + builder.options.passedOn + builder.flags.test + filter
    }
    let environment = builder.environment
    let result = try Tool.run(
      command[0], Array(command.dropFirst()),
      only: program == nil ? environment.ofBuilds : environment.ofTests(in: place),
      tick: tick, lines: lines(of: events))
    if isTraced, let program, let inputs = builder.inputs {
      let trace = Files.text("\(place)/trace").flatMap { Trace(log: $0, folder: program.folder) }
      let name = workspace.targets[group[0]].name
      step.undeclared[name] = trace.map {
        inputs.undeclared(
          in: $0, of: group[0], allowing: [place, program.toolchain], scratch: self.step.scratch)
      }
    }
    let lines = XCTestLines.tests(result.outputText, root: workspace.root) {
      group.count == 1 ? workspace.targets[group[0]].moduleName : testTarget(holding: $0)
    }
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

  /// What the names of the tests match; the union of several filters would be taken, so all
  /// conditions go into one.
  private func pattern(_ group: [Int]) -> String {
    let modules = group.map { workspace.targets[$0].moduleName }.joined(separator: "|")
    return switch (step.isWhole && group == step.tests, filter) {
    case (true, nil): ""
    case (false, nil): "^(\(modules))\\."
    case (true, let filter?): filter
    case (false, let filter?): "^(?=(\(modules))\\.)(?=.*?(\(filter)))"
    }
  }

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

/// The program of a package's tests on Linux, run without SwiftPM: it starts in a tenth of the time,
/// and finds nothing but what it is given.
private struct TestProgram {
  let folder: String
  /// The folder of the toolchain, without symbolic links.
  let toolchain: String
  private let path: String
  private let workspace: Workspace
  /// The names of the tests of XCTest.
  private let xctests: [String]

  /// `nil` where only SwiftPM knows how to run the tests.
  init?(builder: Builder, step: RunPlan.Step) {
    #if os(Linux)
      let package = builder.workspace.packages[step.package]
      path =
        "\(step.scratch.path)/\(builder.options.configuration)/\(package.manifest.name)"
        + "PackageTests.xctest"
      guard builder.options.needsOnlyPrograms, Files.isExecutable(path),
        let list = try? Tool.run(
          path, ["--dump-tests-json"], only: builder.environment.ofBuilds),
        let tests = try? JSON.parse(list.output)
      else { return nil }
      workspace = builder.workspace
      folder = Path.join(workspace.root, package.folder)
      toolchain = Path.join(Files.realPath(builder.toolchain.swift) ?? "/usr/bin/swift", "../../..")
      xctests = Self.names(in: tests)
    #else
      return nil
    #endif
  }

  private static func names(in suite: JSON) -> [String] {
    (suite["tests"]?.elements ?? []).flatMap { entry -> [String] in
      if entry["tests"] != nil { return names(in: entry) }
      return ["\(suite["name"]?.text ?? "")/\(entry["name"]?.text ?? "")"]
    }
  }

  /// The command that runs the tests of targets with both frameworks; that Swift Testing has found
  /// none (69) is no failure of its own.
  func command(
    _ targets: [Int], _ filter: String?, _ pattern: String, _ options: [String]
  ) -> [String] {
    let modules = Set(targets.map { workspace.targets[$0].moduleName })
    let regex = filter.flatMap { try? Regex($0) }
    let chosen = xctests.filter { name in
      modules.contains(String(name.prefix { $0 != "." }))
        && (regex.map { name.contains($0) } ?? (filter == nil))
    }
    // All tests of a class are named by it: a command line has an end.
    let names =
      filter == nil ? Set(chosen.map { String($0.prefix { $0 != "/" }) }).sorted() : chosen
    let script = """
      cd "$1" || exit; program=$2; status=0
      if [ -n "$3" ]; then "$program" "$3" || status=$?; fi
      shift 3; "$program" --testing-library swift-testing "$@"; last=$?
      if [ $last -ne 0 ] && [ $last -ne 69 ]; then status=$last; fi; exit $status
      """
    return ["sh", "-c", script, "sh", folder, path, names.joined(separator: ",")] + options
      + (pattern.isEmpty ? [] : ["--filter", pattern])
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
