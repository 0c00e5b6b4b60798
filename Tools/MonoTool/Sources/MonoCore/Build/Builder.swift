import Basics

/// Builds and tests packages through `swift build` and `swift test`.
package struct Builder: Sendable {
  package let workspace: Workspace
  package let toolchain: Toolchain
  package let options: BuildOptions
  package let rules: RulesFile
  /// Called with one line when something that takes time begins.
  package let progress: @Sendable (String) -> Void

  /// SwiftPM's native build system plans once and then watches only the root package, so a file
  /// added to another local package, or its edited manifest, can be missed;
  /// `--disable-build-manifest-caching` makes it plan every time (0.1 s). An import of a module that
  /// is not among the dependencies can succeed on what an earlier build left behind;
  /// `--explicit-target-dependency-import-check` refuses it, which only this build system can.
  package static let flags = [
    "--build-system", "native", "--disable-build-manifest-caching",
    "--explicit-target-dependency-import-check", "error",
  ]

  package init(
    workspace: Workspace, toolchain: Toolchain, options: BuildOptions = BuildOptions(),
    rules: RulesFile = .standard, progress: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.workspace = workspace
    self.toolchain = toolchain
    self.options = options
    self.rules = rules
    self.progress = progress
  }

  /// Runs every step, also after a failed one, so that the summary is whole.
  package func run(_ plan: RunPlan) throws(MonoError) -> BuildReport {
    if options.passedOn.contains(where: { $0.hasPrefix("--build-system") }) {
      throw .usage(
        "--build-system is always native here: only it refuses undeclared imports.",
        hint: "Leave it out, or call 'swift build' itself.")
    }
    var steps: [BuildReport.Step] = []
    var left = Duration.seconds(options.testLimit)
    for step in plan.steps { steps.append(try run(step, plan, left: &left)) }
    if plan.isWholeRepository {
      steps += workspace.unreadable.sorted { $0.key < $1.key }.map { folder, error in
        BuildReport.Step(package: folder, testTargets: [], errors: [error.message])
      }
    }
    return BuildReport(steps: steps, filter: plan.filter, base: plan.base)
  }

  private func run(
    _ step: RunPlan.Step, _ plan: RunPlan, left: inout Duration
  ) throws(MonoError) -> BuildReport.Step {
    let package = workspace.packages[step.package]
    let clock = ContinuousClock()
    let start = clock.now
    progress("building \(package.name)")
    var result = BuildReport.Step(package: package.name, testTargets: step.tests.map(name))
    let build = try self.build(step)
    let output = build.outputText + build.errorText
    result.warnings = Diagnostics.lines(output, root: workspace.root, severity: "warning")
    if build.status.code != 0 {
      result.errors = Diagnostics.errors(output, root: workspace.root)
      if result.errors.isEmpty {
        let end = output.split(separator: "\n").suffix(5).map(String.init)
        result.errors = ["'swift build' ended with status \(build.status.code)"] + end
      }
    } else if !step.tests.isEmpty {
      let begin = clock.now
      progress("testing \(step.tests.map(name).joined(separator: ", "))")
      try TestRun(builder: self, step: step, filter: plan.filter).run(into: &result, limit: left)
      left = max(.seconds(1), left - (clock.now - begin))
    }
    result.seconds = (clock.now - start) / .seconds(1)
    return result
  }

  func name(_ target: Int) -> String { workspace.targets[target].name }

  /// The arguments of `swift build` and `swift test` that say what is built, and where.
  func arguments(_ command: [String], _ step: RunPlan.Step) -> [String] {
    let folder = Path.join(workspace.root, workspace.packages[step.package].folder)
    return command + ["--package-path", folder, "--scratch-path", step.scratch.path]
      + ["--configuration", options.configuration] + options.passedOn + Self.flags
  }

  /// Builds until no module is older than what it was compiled against.
  private func build(_ step: RunPlan.Step) throws(MonoError) -> Subprocess.Outcome {
    TemporaryFiles.shareLock(ofScratch: step.scratch.path)
    // Other packages build into the same folder; this step leaves their modules alone.
    let own = workspace.graph.reachable(from: workspace.packages[step.package].targets)
    let names = Set(own.map(name))
    let arguments = arguments(["build"], step) + (step.tests.isEmpty ? [] : ["--build-tests"])
    for _ in workspace.targets {
      let result = try Tool.run(toolchain.swift, arguments)
      let outdated = step.scratch.outdatedModules(configuration: options.configuration)
        .filter { names.contains($0.name) }
      if result.status.code != 0 || outdated.isEmpty { return result }
      for module in outdated { try Files.remove(module.interface) }
    }
    throw .failure(
      "The modules in \(step.scratch.path) do not become up to date.",
      hint: "Remove the build folder and try again.")
  }
}

/// How packages are built and tests are run.
package struct BuildOptions: Sendable {
  /// `debug` or `release`.
  package var configuration = "debug"
  /// How long all tests may take, in seconds.
  package var testLimit = 1800
  /// Options for `swift build` and `swift test` as they are, such as `--sanitize thread`.
  package var passedOn: [String] = []
  package init() {}
}
