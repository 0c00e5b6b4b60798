import Basics

/// Runs the tests of a step that is built, one target after the other, traced where that is asked.
struct TestRunner: Sendable {
  let builder: Builder
  let step: RunPlan.Step
  /// Of the names of tests; see ``RunPlan/filter``.
  let filter: String?

  private var workspace: Workspace { builder.workspace }

  func run(into result: inout BuildReport.Step) throws(MonoError) {
    let program = try TestProgram(builder: builder, step: step)
    let clock = ContinuousClock()
    let start = clock.now
    for index in step.tests {
      let target = workspace.targets[index]
      builder.progress("testing \(target.name)")
      let begin = clock.now
      let left = max(1, builder.options.testLimit - Int((begin - start) / .seconds(1)))
      let limit = min(left, builder.options.targetLimit ?? left)
      let run = try self.run(index, with: program, [], limit: limit, into: &result)
      var report = TestReport(tests: run.tests)
      if run.isOverdue {
        report.noteHanging(target.moduleName, after: limit)
        result.output += "\nerror: \(target.name) was ended after \(limit) s\n"
      } else if run.tests.count(where: { $0.outcome == .crashed }) > 1 {
        builder.progress("looking for the test that crashes")
        report.blame(
          using: try self.run(
            index, with: program, ["--no-parallel"], limit: limit, into: &result
          ).tests)
      }
      if run.status.code != 0 { result.testStatus = run.status.code }
      report.seconds[target.moduleName] = (clock.now - begin) / .seconds(1)
      result.tests.append(report)
      if run.isOverdue, limit == left { return }
    }
  }

  private func run(
    _ target: Int, with program: TestProgram, _ more: [String], limit: Int,
    into step: inout BuildReport.Step
  ) throws(MonoError) -> (status: Subprocess.Status, tests: [TestCase], isOverdue: Bool) {
    let folder = try Files.makeTemporaryFolder()
    defer { extendLifetime(folder) }
    let place = Files.realPath(folder.path) ?? folder.path
    for name in ["home", "t"] { try Files.makeFolder("\(place)/\(name)") }
    let module = workspace.targets[target].moduleName
    let events = "\(place)/events"
    let stream = ["--event-stream-version", "0", "--event-stream-output-path", events] + more
    let isTraced = builder.inputs?.isTraceable(target) == true
    let trace = isTraced ? Trace.command(log: "\(place)/trace") : []
    let command = trace + program.command(module, filter, stream)
    let (result, isOverdue) = try Tool.run(
      command[0], Array(command.dropFirst()), only: builder.environment.ofTests(in: place),
      limit: .seconds(limit))
    if isTraced, let inputs = builder.inputs {
      let trace = Files.text("\(place)/trace").flatMap { Trace(log: $0, folder: program.folder) }
      step.undeclared[workspace.targets[target].name] = trace.map {
        inputs.undeclared(
          in: $0, of: target, allowing: [place, program.toolchain], scratch: self.step.scratch,
          configuration: builder.options.configuration)
      }
    }
    var tests =
      EventStream.tests(Files.text(events) ?? "", root: workspace.root)
      + XCTestLines.tests(result.outputText, of: module, root: workspace.root)
    let message = CrashMessage.find(in: result.errorText + result.outputText, root: workspace.root)
    for index in tests.indices where tests[index].outcome == .crashed {
      tests[index].message = message ?? tests[index].message
    }
    if result.status.code != 0, more.isEmpty {
      step.output += result.outputText + result.errorText
      if result.status.code > 128, !isOverdue {
        step.output +=
          "\nerror: they crashed with signal \(result.status.code - 128), but not one by one\n"
      }
    }
    return (result.status, tests, isOverdue)
  }
}

/// The program of a package's tests: without SwiftPM it starts in a tenth of the time.
private struct TestProgram {
  let folder: String
  /// The folder of the toolchain, without symbolic links.
  let toolchain: String
  private let path: String
  /// The names of the tests of XCTest.
  private let xctests: [String]

  /// - Throws: `MonoError.failure` when the build has made no such program.
  init(builder: Builder, step: RunPlan.Step) throws(MonoError) {
    let package = builder.workspace.packages[step.package]
    path =
      "\(step.scratch.path)/\(builder.options.configuration)/\(package.manifest.name)"
      + "PackageTests.xctest"
    let list = try Tool.run(path, ["--dump-tests-json"], only: builder.environment.ofBuilds)
    guard let tests = try? JSON.parse(list.output) else {
      throw .failure(
        "\(path) does not list its tests: \(list.errorText.firstLine)",
        hint: "Remove the build folder, and try again.")
    }
    folder = Path.join(builder.workspace.root, package.folder)
    toolchain = Path.join(Files.realPath(builder.toolchain.swift) ?? "/usr/bin/swift", "../../..")
    xctests = Self.names(in: tests)
  }

  private static func names(in suite: JSON) -> [String] {
    (suite["tests"]?.elements ?? []).flatMap { entry -> [String] in
      if entry["tests"] != nil { return names(in: entry) }
      return ["\(suite["name"]?.text ?? "")/\(entry["name"]?.text ?? "")"]
    }
  }

  /// The command that runs the tests of a module with both frameworks; that Swift Testing has found
  /// none (69) is no failure of its own.
  func command(_ module: String, _ filter: String?, _ options: [String]) -> [String] {
    let regex = filter.flatMap { try? Regex($0) }
    let chosen = xctests.filter { name in
      name.hasPrefix(module + ".") && (regex.map { name.contains($0) } ?? (filter == nil))
    }
    // All tests of a class are named by it: a command line has an end.
    let names =
      filter == nil ? Set(chosen.map { String($0.prefix { $0 != "/" }) }).sorted() : chosen
    // The union of several filters would be taken, so all conditions go into one.
    let pattern = filter.map { "^(?=\(module)\\.)(?=.*?(\($0)))" } ?? "^\(module)\\."
    let script = """
      cd "$1" || exit; program=$2; status=0
      if [ -n "$3" ]; then "$program" "$3" || status=$?; fi
      shift 3; "$program" --testing-library swift-testing "$@"; last=$?
      if [ $last -ne 0 ] && [ $last -ne 69 ]; then status=$last; fi; exit $status
      """
    return ["sh", "-c", script, "sh", folder, path, names.joined(separator: ",")] + options
      + ["--filter", pattern]
  }
}

/// Messages of the Swift runtime when a program stops itself.
enum CrashMessage {
  /// The last such line of an output, such as `P/P.swift:3: Fatal error: …`.
  static func find(in output: String, root: String) -> String? {
    let lines = output.split(separator: "\n").filter { line in
      // The backtrace repeats the message in another form.
      line.contains("Fatal error: ") && !line.contains("💣") && !line.hasPrefix("Crash")
        || line.hasPrefix("Fatal error")
    }
    return lines.last.map { $0.trimmingPrefix(root + "/") }.map(String.init)
  }
}
