import Basics

/// Builds and tests packages reliably.
package struct Builder: Sendable {
  package let workspace: Workspace
  package let toolchain: Toolchain
  package let options: BuildOptions
  package let rules: RulesFile
  package let environment: TestEnvironment
  /// Tells what tests have to declare; each target then has a traced run of its own.
  package var inputs: TargetInputs?
  /// Called with one line when something that takes time begins.
  package let progress: @Sendable (String) -> Void

  /// SwiftPM's default build system plans once and then watches only the root package, so a file
  /// added to another local package, or its edited manifest, can be missed;
  /// `--disable-build-manifest-caching` makes it plan every time (0.1 s). An import of a module that
  /// is not among the dependencies can succeed on what an earlier build left behind;
  /// `--explicit-target-dependency-import-check` refuses it.
  static let flags = [
    "--disable-build-manifest-caching", "--explicit-target-dependency-import-check", "error",
  ]

  package init(
    workspace: Workspace, toolchain: Toolchain, options: BuildOptions = BuildOptions(),
    rules: RulesFile = .standard, variables: [String: String] = EnvironmentVariables.all,
    progress: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.workspace = workspace
    self.toolchain = toolchain
    self.options = options
    self.rules = rules
    environment = TestEnvironment(
      variables, names: rules.environment, for: workspace,
      toolchain: Path.folder(of: toolchain.swift))
    self.progress = progress
  }

  /// Runs every step, also after a failed one, so that the summary is whole.
  package func run(_ plan: RunPlan) throws(MonoError) -> BuildReport {
    var results: [BuildReport.Step] = []
    for step in plan.steps { results.append(try run(step, plan)) }
    if plan.isWholeRepository {
      results += workspace.unreadable.sorted { $0.key < $1.key }.map { folder, error in
        BuildReport.Step(package: folder, testTargets: [], errors: [error.message])
      }
    }
    return BuildReport(steps: results, filter: plan.filter, base: plan.base)
  }

  private func run(_ step: RunPlan.Step, _ plan: RunPlan) throws(MonoError) -> BuildReport.Step {
    let package = workspace.packages[step.package]
    let clock = ContinuousClock()
    let start = clock.now
    progress("building \(package.name)")
    var result = BuildReport.Step(package: package.name, testTargets: step.tests.map(name))
    let build = try self.build(step, again: &result.compiledAgain)
    result.buildSeconds = (clock.now - start) / .seconds(1)
    let output = build.outputText + build.errorText
    result.warnings = Diagnostics.lines(output, root: workspace.root, severity: "warning")
    guard build.status.code == 0 else {
      result.errors = Diagnostics.errors(output, root: workspace.root)
      if result.errors.isEmpty {
        let end = output.split(separator: "\n").suffix(5).map(String.init)
        result.errors = ["'swift build' ended with status \(build.status.code)"] + end
      }
      result.seconds = result.buildSeconds
      return result
    }
    if !step.tests.isEmpty {
      try TestRunner(builder: self, step: step, filter: plan.filter).run(into: &result)
      if plan.filter == nil, result.testStatus == 0 {
        let modules = Set(result.tests.tests.map(\.target))
        let mayBeEmpty = Set(workspace.targets(rules.emptyTests))
        result.empty = step.tests.filter {
          !modules.contains(workspace.targets[$0].moduleName) && !mayBeEmpty.contains($0)
        }.map(name)
      }
    }
    result.seconds = (clock.now - start) / .seconds(1)
    return result
  }

  private func name(_ target: Int) -> String { workspace.targets[target].name }

  /// Builds until no module is older than what it was compiled against.
  private func build(
    _ step: RunPlan.Step, again: inout [String]
  ) throws(MonoError) -> Subprocess.Outcome {
    TemporaryFiles.shareLock(ofScratch: step.scratch.path)
    var result: Subprocess.Outcome
    var rounds = 0
    // Other packages build into the same folder; this step leaves their modules alone.
    let own = workspace.graph.reachable(from: workspace.packages[step.package].targets)
    let names = Set(own.map(name))
    func outdatedModules() -> [OutdatedModule] {
      let outdated = step.scratch.outdatedModules(configuration: options.configuration)
      return outdated.filter { names.contains($0.name) }
    }
    repeat {
      let outdated = outdatedModules()
      for module in outdated { try Files.remove(module.interface) }
      if rounds > 0 { again += outdated.map(\.name) }
      result = try Tool.run(
        toolchain.swift,
        [
          "build", "--package-path",
          Path.join(workspace.root, workspace.packages[step.package].folder),
          "--scratch-path", step.scratch.path, "--configuration", options.configuration,
        ] + options.passedOn + Self.flags + (step.tests.isEmpty ? [] : ["--build-tests"]),
        only: environment.ofBuilds)
      rounds += 1
    } while result.status.code == 0 && rounds <= workspace.targets.count
      && !outdatedModules().isEmpty
    return result
  }
}

/// How packages are built and tests are run.
package struct BuildOptions: Sendable {
  /// `debug` or `release`.
  package var configuration = "debug"
  /// How long the tests of one step may take, in seconds.
  package var testLimit = 1800
  /// How long the tests of one target may take, in seconds; `nil` for no limit of their own.
  package var targetLimit: Int?
  /// Options for `swift build` as they are, such as `--sanitize thread`.
  package var passedOn: [String] = []
  package init() {}
}
