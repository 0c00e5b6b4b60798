import Basics

/// Builds and tests packages through `swift build` and `swift test`.
struct Builder: Sendable {
  let workspace: Workspace
  let toolchain: Toolchain
  let rules: RulesFile
  /// Options for `swift build` and `swift test` as they are, such as `--sanitize thread`.
  var passedOn: [String] = []
  /// Called with one line when something that takes time begins.
  var progress: @Sendable (String) -> Void = { _ in }

  /// SwiftPM's native build system plans once and then watches only the root package, so a file
  /// added to another local package, or its edited manifest, can be missed;
  /// `--disable-build-manifest-caching` makes it plan every time (0.1 s). An import of a module that
  /// is not among the dependencies can succeed on what an earlier build left behind;
  /// `--explicit-target-dependency-import-check` refuses it, which only this build system can.
  static let flags = [
    "--build-system", "native", "--disable-build-manifest-caching",
    "--explicit-target-dependency-import-check", "error",
  ]

  /// Runs every step, also after a failed one, so that the summary is whole.
  func run(_ plan: RunPlan) throws -> BuildReport {
    if passedOn.contains(where: { $0.hasPrefix("--build-system") }) {
      throw MonoError.usage(
        "--build-system is always native here: only it refuses undeclared imports.",
        hint: "Leave it out, or call 'swift build' itself.")
    }
    var steps = try plan.steps.map { try run($0, filter: plan.filter) }
    if plan.isWholeRepository {
      steps += workspace.unreadable.sorted { $0.key < $1.key }.map { folder, error in
        let failure = "does not build: \(error.message)"
        return BuildReport.Step(package: folder, testTargets: [], failure: failure)
      }
    }
    return BuildReport(steps: steps, filter: plan.filter, base: plan.base)
  }

  private func run(_ step: RunPlan.Step, filter: String?) throws -> BuildReport.Step {
    let package = workspace.packages[step.package]
    let start = ContinuousClock.now
    progress("building \(package.name)")
    var result = BuildReport.Step(package: package.name, testTargets: step.tests.map(name))
    let build = try self.build(step)
    let output = build.outputText + build.errorText
    result.details = Diagnostics.lines(output, root: workspace.root, severity: "warning")
    if build.status.code != 0 {
      let errors = Diagnostics.lines(output, root: workspace.root, severity: "error")
      let end = output.split(separator: "\n").suffix(5).map(String.init)
      result.details += errors.isEmpty ? end : errors
      let status = "'swift build' ended with status \(build.status.code)"
      result.failure = "does not build: \(errors.first ?? status)"
    } else if !step.tests.isEmpty {
      progress("testing \(step.tests.map(name).joined(separator: ", "))")
      try test(step, filter, into: &result)
    }
    result.seconds = (ContinuousClock.now - start) / .seconds(1)
    return result
  }

  func name(_ target: Int) -> String { workspace[target].name }

  /// One folder for all packages, so that nothing is compiled twice.
  private var scratch: ScratchFolder { ScratchFolder(path: Path.join(workspace.root, ".build")) }

  /// The arguments of `swift build` and `swift test` that say what is built, and where.
  private func arguments(_ command: String, _ step: RunPlan.Step) -> [String] {
    let folder = Path.join(workspace.root, workspace.packages[step.package].folder)
    return [command, "--package-path", folder, "--scratch-path", scratch.path] + passedOn
      + Self.flags
  }

  /// Builds until no module is older than what it was compiled against.
  private func build(_ step: RunPlan.Step) throws -> Subprocess.Outcome {
    // Other packages build into the same folder; this step leaves their modules alone.
    let own = workspace.graph.reachable(from: workspace.packages[step.package].targets)
    let names = Set(own.map(name))
    let arguments = arguments("build", step) + (step.tests.isEmpty ? [] : ["--build-tests"])
    for _ in workspace.targets {
      let result = try Tool.run(toolchain.swift, arguments)
      let outdated = scratch.outdatedModules.filter { names.contains($0.key) }
      if result.status.code != 0 || outdated.isEmpty { return result }
      for interface in outdated.values { try Files.remove(interface) }
    }
    throw MonoError.failure(
      "The modules in \(scratch.path) do not become up to date.",
      hint: "Remove the build folder and try again.")
  }
}

/// One `swift test` of a step that is built.
extension Builder {
  private func test(
    _ step: RunPlan.Step, _ filter: String?, into result: inout BuildReport.Step
  ) throws {
    let folder = try TemporaryFolder()
    defer { extendLifetime(folder) }
    let events = folder.path(of: "events")
    let modules = step.tests.map { workspace[$0].moduleName }
    // The union of several filters would be taken, so all conditions go into one.
    let own = "^(?=(?:\(modules.joined(separator: "|")))\\.)"
    // Without a width all tests start at once, and a loaded machine shows none finished for minutes.
    let arguments =
      arguments("test", step)
      + ["--skip-build", "--experimental-maximum-parallelization-width", "8"]
      + ["--event-stream-version", "0", "--event-stream-output-path", events]
      + ["--filter", filter.map { "\(own)(?=.*?(?:\($0)))" } ?? own]
    let outcome = try Tool.run(
      toolchain.swift, arguments,
      environment: Self.variables.filter { EnvironmentVariables.all[$0.key] == nil })
    let output = outcome.outputText + outcome.errorText
    let crash = output.split(separator: "\n").last { $0.contains("Fatal error: ") }.map(String.init)
    result.tests = TestEvents.tests(
      Files.text(events) ?? "", root: workspace.root,
      unfinished: crash?.replacing(workspace.root + "/", with: "") ?? "it did not end")
    let failed = result.tests.first { $0.outcome == .failed }
    result.failure = (failed ?? result.tests.first { $0.outcome == .unfinished })?.text
    if result.failure == nil {
      judge(step, isFiltered: filter != nil, outcome.status.code, output, into: &result)
    }
  }

  /// Looks for what else than a test can have failed.
  private func judge(
    _ step: RunPlan.Step, isFiltered: Bool, _ status: Int32, _ output: String,
    into result: inout BuildReport.Step
  ) {
    if status != 0 {
      let lines = output.split(separator: "\n").map(String.init)
      let line = lines.last { $0.contains("error:") } ?? lines.last ?? ""
      result.failure = "the tests ended with status \(status): \(line)"
      result.details += lines.suffix(20)
    } else if !isFiltered {
      let seen = Set(result.tests.map(\.target))
      let mayBeEmpty = workspace.targets(rules.emptyTests)
      let empty = step.tests.filter {
        !seen.contains(workspace[$0].moduleName) && !mayBeEmpty.contains($0)
      }.map { "\(name($0)) has no test" }
      result.details += empty
      result.failure = empty.first
    }
  }

  /// Variables that tests find unless they are set: no crash reporter of the runtime, which can wait
  /// for ever, and no search for leaks, as neither the runtime nor XCTest frees all.
  static let variables = ["SWIFT_BACKTRACE": "enable=no", "ASAN_OPTIONS": "detect_leaks=0"]
}
