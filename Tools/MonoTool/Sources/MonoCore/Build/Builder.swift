import Basics

/// Builds and tests packages reliably.
package struct Builder: Sendable {
  package let workspace: Workspace
  package let toolchain: Toolchain
  package let flags: BuildFlags
  package let options: BuildOptions
  package let rules: RulesFile
  package let environment: TestEnvironment
  /// Tells what tests have to declare; each target then has a traced run of its own.
  package var inputs: TargetInputs?
  /// Called with one line when something that takes time begins.
  package let progress: @Sendable (String) -> Void
  /// Called with each line that builds and tests write, as it comes; not when it is `nil`.
  package let output: (@Sendable (String) -> Void)?

  package init(
    workspace: Workspace, toolchain: Toolchain, flags: BuildFlags,
    options: BuildOptions = BuildOptions(), rules: RulesFile = .standard,
    variables: [String: String] = EnvironmentVariables.all,
    progress: @escaping @Sendable (String) -> Void = { _ in },
    output: (@Sendable (String) -> Void)? = nil
  ) {
    self.output = output
    self.workspace = workspace
    self.toolchain = toolchain
    self.flags = flags
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

  private func run(
    _ step: RunPlan.Step, _ plan: RunPlan
  ) throws(MonoError) -> BuildReport.Step {
    let package = workspace.packages[step.package]
    let clock = ContinuousClock()
    let start = clock.now
    progress("building \(package.name)")
    var result = BuildReport.Step(package: package.name, testTargets: step.tests.map(name))
    let build = try self.build(step, live(step, plan), again: &result.compiledAgain)
    result.buildSeconds = (clock.now - start).seconds
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
    if !step.tests.isEmpty, !plan.isBuildingOnly {
      progress("testing \(package.name)")
      try TestRunner(
        builder: self, step: step, filter: plan.filter, live: live(step, plan)
      ).run(into: &result)
      if plan.filter == nil, result.testStatus == 0 {
        let modules = Set(result.tests.tests.map(\.target))
        let mayBeEmpty = Set(workspace.targets(rules.emptyTests))
        result.empty = step.tests.filter {
          !modules.contains(workspace.targets[$0].moduleName) && !mayBeEmpty.contains($0)
        }.map(name)
      }
    }
    result.seconds = (clock.now - start).seconds
    return result
  }

  private func name(_ target: Int) -> String { workspace.targets[target].name }

  /// Where the lines of a step go; several steps or targets are told apart.
  private func live(_ step: RunPlan.Step, _ plan: RunPlan) -> LiveOutput? {
    let isAlone = plan.steps.count == 1 && step.tests.count < 2
    let name = step.tests.count == 1 ? name(step.tests[0]) : workspace.packages[step.package].name
    return output.map { LiveOutput(source: isAlone ? nil : name, output: $0) }
  }

  /// Builds until no module is older than what it was compiled against.
  private func build(
    _ step: RunPlan.Step, _ live: LiveOutput?, again: inout [String]
  ) throws(MonoError) -> Subprocess.Outcome {
    TemporaryFiles.shareLock(ofScratch: step.scratch.path)
    var result: Subprocess.Outcome
    var rounds = 0
    // Other packages build into the same folder; this step leaves their modules alone.
    let own = workspace.graph.reachable(from: workspace.packages[step.package].targets)
    let names = Set(own.map(name))
    func outdatedModules() -> [OutdatedModule] {
      step.scratch.outdatedModules(configuration: options.configuration).filter {
        names.contains($0.name)
      }
    }
    repeat {
      let outdated = outdatedModules()
      for module in outdated { try Files.remove(module.interface) }
      if rounds > 0 { again += outdated.map(\.name) }
      result = try Tool.run(
        toolchain.swift,
        ["build"] + arguments(for: step) + options.passedOnToBuild + flags.build
          + (step.tests.isEmpty ? [] : ["--build-tests"]),
        only: environment.ofBuilds,
        lines: live?.write)
      rounds += 1
    } while result.status.code == 0 && rounds <= workspace.targets.count
      && !outdatedModules().isEmpty
    return result
  }

  func arguments(for step: RunPlan.Step) -> [String] {
    let folder = Path.join(workspace.root, workspace.packages[step.package].folder)
    return [
      "--package-path", folder, "--scratch-path", step.scratch.path,
      "--configuration", options.configuration,
    ]
  }
}

extension Duration {
  /// The duration as a number of seconds.
  package var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
