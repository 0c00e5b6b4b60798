import Basics

/// Results of test targets that passed, by everything that they depend on: small files, at most
/// ``limit`` of them, in a folder that several machines may share.
package struct ResultCache: Sendable {
  /// How many results are kept; the oldest are removed. Each takes about 100 bytes.
  package static let limit = 5000

  let folder: String

  /// The number of tests that passed, when the target's result is known.
  func tests(of key: String) -> Int? {
    guard let bytes = Files.read("\(folder)/results/\(key).json"),
      let entry = try? JSON.parse(bytes)
    else { return nil }
    return entry["tests"]?.double.map { Int($0) }
  }

  func record(_ key: String, target: String, tests: Int) throws(MonoError) {
    let entry: JSON = ["target": .string(target), "tests": .integer(tests)]
    try Files.write(entry.compact, to: "\(folder)/results/\(key).json")
  }

  func prune(limit: Int = Self.limit) {
    let entries = Files.entries("\(folder)/results")
    guard entries.count > limit else { return }
    let files = entries.map { "\(folder)/results/\($0.name)" }
    let byAge = files.map { ($0, Files.stamp($0)?.modified ?? 0) }.sorted { $0.1 < $1.1 }
    for (file, _) in byAge.prefix(entries.count - limit) { try? Files.remove(file) }
  }
}

/// Runs a plan, without the test targets whose result is known.
struct CachedRun {
  var builder: Builder
  let repository: Repository
  let cache: ResultCache

  /// The files that there are now, and the keys of what they hold.
  private func state() throws(MonoError) -> (inputs: TargetInputs, keys: ContentKeys) {
    let inputs = try TargetInputs(
      workspace: builder.workspace, repository: repository, rules: builder.rules)
    let keys = ContentKeys(
      workspace: builder.workspace, inputs: inputs, toolchain: builder.toolchain,
      options: builder.options, environment: builder.environment.counted)
    return (inputs, keys)
  }

  /// Reports what is known as passed from the cache, runs the rest, and remembers what passed.
  mutating func run(_ plan: RunPlan) throws(MonoError) -> BuildReport {
    let workspace = builder.workspace
    var (inputs, keys) = try state()
    var known: [Int: Int] = [:]
    var wanted: [Int: String] = [:]
    for target in plan.steps.flatMap(\.tests) where inputs.obstacle(to: target) == nil {
      let key = keys.key(of: target)
      if let tests = cache.tests(of: key) { known[target] = tests } else { wanted[target] = key }
    }
    if Trace.isPossible { builder.inputs = inputs }
    var report = try builder.run(plan.leavingOut(Set(known.keys)))
    report.addCached(known, of: plan, in: workspace)
    // What was edited meanwhile was not tested as it is now.
    if !wanted.isEmpty { (inputs, keys) = try state() }
    for target in plan.steps.flatMap(\.tests) where known[target] == nil {
      let name = workspace.targets[target].name
      let package = workspace.package(of: target).name
      guard
        let index = report.steps.firstIndex(where: {
          $0.package == package && $0.testTargets.contains(name)
        }), report.steps[index].succeeded
      else { continue }
      if let reason = inputs.reason(against: target, report.steps[index].undeclared[name]) {
        report.steps[index].notRemembered.append("\(name) \(reason)")
      } else if report.steps[index].undeclared[name] != nil, let key = wanted[target],
        keys.key(of: target) == key
      {
        let module = workspace.targets[target].moduleName
        let tests = report.steps[index].tests.tests.count { $0.target == module }
        // A cache that cannot be written makes no difference.
        try? cache.record(key, target: workspace.qualifiedName(target), tests: tests)
      }
    }
    report.isMissingTracer = !Trace.isPossible
    cache.prune()
    return report
  }
}

extension TargetInputs {
  /// Why the result of a target that has passed is not remembered.
  fileprivate func reason(against target: Int, _ undeclared: [String]?) -> String? {
    if let obstacle = obstacle(to: target) { return obstacle }
    guard Trace.isPossible else { return nil }
    if !isTraceable(target) { return "is untraced by the rules" }
    guard let undeclared else { return "cannot be traced" }
    if undeclared.isEmpty { return nil }
    let rest = undeclared.count > 3 ? " and \(undeclared.count - 3) more" : ""
    return "looks at \(undeclared.prefix(3).joined(separator: ", "))\(rest), which nothing declares"
  }
}

extension RunPlan {
  /// The plan without some test targets; a step without any is left out.
  func leavingOut(_ tests: Set<Int>) -> RunPlan {
    if tests.isEmpty { return self }
    var plan = self
    plan.steps = steps.compactMap { step in
      let rest = step.tests.filter { !tests.contains($0) }
      if rest.isEmpty, !step.tests.isEmpty { return nil }
      return Step(package: step.package, tests: rest, scratch: step.scratch)
    }
    return plan
  }
}

extension BuildReport {
  /// Adds the targets whose result was known to the steps of their packages.
  fileprivate mutating func addCached(
    _ known: [Int: Int], of plan: RunPlan, in workspace: Workspace
  ) {
    for step in plan.steps {
      let targets = step.tests.filter { known[$0] != nil }
      if targets.isEmpty { continue }
      let counts = targets.map { (workspace.targets[$0].name, known[$0] ?? 0) }
      let cached = Dictionary(counts) { first, _ in first }
      let package = workspace.packages[step.package].name
      if let index = steps.firstIndex(where: { $0.package == package }) {
        steps[index].cached = cached
      } else {
        var entry = Step(package: package, testTargets: [])
        entry.cached = cached
        steps.append(entry)
      }
    }
  }
}
