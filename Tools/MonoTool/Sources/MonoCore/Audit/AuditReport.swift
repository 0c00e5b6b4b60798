package import Basics

/// The findings of an audit, with entries for the rules file.
package struct AuditReport: Sendable {
  struct Result: Sendable, Equatable {
    /// Index into the workspace's targets.
    let target: Int
    /// Relative to the root when they are inside, sorted.
    let undeclared: [String]
    /// Whether the tests passed; failed ones may not have looked at everything.
    let passed: Bool
  }

  let workspace: Workspace
  let results: [Result]
  /// The targets that are not audited, with the reason.
  let left: [String]

  /// Runs the tests of each target alone under a trace.
  package init(_ tests: [Int], with builder: Builder, in repository: Repository) throws(MonoError) {
    guard Trace.isPossible else {
      throw .failure(
        "Without the program strace nothing says which files a test opens.",
        hint: "apt-get install strace")
    }
    guard !tests.isEmpty else {
      throw .failure("There is no test target to audit.", hint: "Name one, or a package with one.")
    }
    var builder = builder
    let inputs = try TargetInputs(
      workspace: builder.workspace, repository: repository, rules: builder.rules)
    builder.inputs = inputs
    workspace = builder.workspace
    let plan = RunPlan.testing(tests.filter(inputs.isTraceable), in: workspace)
    let report = try builder.run(plan)
    if let broken = report.steps.first(where: { !$0.errors.isEmpty }) {
      throw .failure(broken.errors[0], hint: "'mono test \(broken.package)' says more.")
    }
    results = zip(plan.steps, report.steps).flatMap { step, result in
      step.tests.compactMap { target in
        result.undeclared[builder.workspace.targets[target].name].map { undeclared in
          Result(target: target, undeclared: undeclared, passed: result.succeeded)
        }
      }
    }
    let audited = Set(results.map(\.target))
    left =
      plan.steps.flatMap(\.tests).filter { !audited.contains($0) }
      .map { "\(builder.workspace.targets[$0].label) could not be traced." }
      + tests.filter { !inputs.isTraceable($0) }
      .map { "\(builder.workspace.targets[$0].label) is untraced by the rules." }
    guard !results.isEmpty else {
      throw .failure("No target was audited. \(left.joined(separator: " "))", hint: "")
    }
  }

  package var isClean: Bool { results.allSatisfy { $0.undeclared.isEmpty && $0.passed } }

  /// One entry for `inputs` for each set of targets that open the same files.
  var entries: [(paths: [String], affects: [String])] {
    var readers: [String: Set<Int>] = [:]
    for result in results {
      for file in result.undeclared { readers[file, default: []].insert(result.target) }
    }
    let sets = Dictionary(grouping: readers.keys.sorted()) { readers[$0] ?? [] }
    return sets.map { targets, files in
      (Self.patterns(files), targets.sorted().map(workspace.qualifiedName))
    }.sorted { $0.paths[0] < $1.paths[0] }
  }

  /// The files; those of a folder that has more than three together.
  private static func patterns(_ files: [String]) -> [String] {
    Dictionary(grouping: files, by: Path.folder(of:)).flatMap { folder, files in
      files.count > 3 && !folder.isEmpty ? ["\(folder)/*"] : files
    }.sorted()
  }

  package var text: String {
    var lines: [String] = []
    for result in results {
      let label = workspace.targets[result.target].label
      let count = result.undeclared.count
      let state = result.passed ? "" : ", and its tests failed"
      lines.append(
        count == 0
          ? "\(result.passed ? "ok    " : "FAILED") \(label)\(state)"
          : "FOUND  \(label) looks at \(count) files that do not select it\(state)")
      lines += result.undeclared.map { "    " + $0 }
    }
    lines += left
    if !entries.isEmpty { lines.append("Add to \"inputs\" in the rules file:") }
    lines += entries.map { entry in
      let value: JSON = [
        "paths": JSON(entry.paths), "affects": JSON(entry.affects),
        "reason": "read by tests",
      ]
      return value.pretty.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n")
    }
    lines.append(isClean ? "Every opened file is declared." : "Not every opened file is declared.")
    return lines.joined(separator: "\n") + "\n"
  }

  package var json: JSON {
    [
      "clean": .boolean(isClean),
      "targets": JSON(results) { result in
        [
          "target": .string(workspace.qualifiedName(result.target)),
          "passed": .boolean(result.passed), "undeclared": JSON(result.undeclared),
        ]
      },
      "entries": .array(entries.map { ["paths": JSON($0.paths), "affects": JSON($0.affects)] }),
    ]
  }
}
