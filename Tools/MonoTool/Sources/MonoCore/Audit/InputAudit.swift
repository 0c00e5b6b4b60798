import Basics

/// Which files of the repository a test target opens although a change of them would not select it.
package struct InputAudit: Sendable {
  package struct Result: Sendable, Equatable {
    /// Index into the workspace's targets.
    package let target: Int
    /// Relative to the root, sorted.
    package let undeclared: [String]
    /// Whether the tests passed; failed ones may not have opened everything.
    package let passed: Bool
  }

  let builder: Builder
  let repository: Repository
  let rules: RulesFile

  package init(builder: Builder, repository: Repository, rules: RulesFile) {
    self.builder = builder
    self.repository = repository
    self.rules = rules
  }

  private var workspace: Workspace { builder.workspace }

  /// Builds the test targets and runs each one alone under `strace`.
  ///
  /// - Throws: `MonoError.failure` without `strace`, or when the tests do not build.
  package func run(_ tests: [Int]) throws(MonoError) -> [Result] {
    guard try Tool.run("sh", ["-c", "command -v strace"]).status == .exited(0) else {
      throw .failure(
        "The program strace is missing; without it nothing says which files a test opens.",
        hint: "apt-get install strace")
    }
    let files = Set(try repository.files())
    let links = try repository.links()
    var results: [Result] = []
    for step in RunPlan.testing(tests, in: workspace).steps {
      let built = try builder.run(RunPlan(steps: [step], isBuildingOnly: true))
      guard built.succeeded else {
        throw .failure(built.firstFailure ?? "The tests do not build.", hint: "Run 'mono test'.")
      }
      for target in step.tests {
        builder.progress("auditing \(workspace.targets[target].label)")
        let (opened, passed) = try trace(target, in: step)
        let undeclared = opened.filter { file in
          files.contains(file) && !selects(target, file, links)
        }
        results.append(Result(target: target, undeclared: undeclared.sorted(), passed: passed))
      }
    }
    return results.sorted { $0.target < $1.target }
  }

  /// The files inside the repository that the tests of a target open.
  private func trace(
    _ target: Int, in step: RunPlan.Step
  ) throws(MonoError) -> (files: [String], passed: Bool) {
    let folder = try Files.makeTemporaryFolder()
    let log = folder.path(of: "log")
    let filter = "^\(workspace.targets[target].moduleName)\\."
    let run = try Tool.run(
      "strace",
      OpenedFiles.options + ["-o", log, builder.toolchain.swift, "test", "--skip-build"]
        + builder.arguments(for: step) + builder.flags.test + ["--filter", filter],
      environment: TestRunner.environment)
    let root = Files.realPath(workspace.root) ?? workspace.root
    let opened = OpenedFiles(log: Files.text(log) ?? "").paths
    return (
      opened.filter { Path.isInside($0, root) }.map { Path.relative($0, to: root) },
      run.status == .exited(0)
    )
  }

  /// Whether `mono affected` would select the target for a change of the file, and not only because
  /// nothing says what the file affects.
  private func selects(_ target: Int, _ file: String, _ links: [String: String]) -> Bool {
    if Path.name(of: file) == "Package.resolved" { return true }
    var causes = AffectedTargets(
      workspace: workspace, before: workspace, rules: rules, links: links)
    causes.add(Change(path: file, kind: .changed))
    guard causes.unmapped.isEmpty else { return false }
    return workspace.graph.reachable(from: [target]).contains { causes.byTarget[$0] != nil }
  }
}
