/// The packages in which SwiftPM has to run, and their tests.
struct RunPlan: Sendable, Equatable {
  struct Step: Sendable, Equatable {
    /// Index into the workspace's packages.
    let package: Int
    /// The test targets to run; empty when the package is only built.
    let tests: [Int]
  }

  var steps: [Step]
  /// A regular expression for the names of tests, as `swift test --filter` takes it; `nil` for all.
  var filter: String?
  /// Whether the whole repository is meant, so that an unreadable manifest is a failure.
  var isWholeRepository = false
  /// Where the change starts whose tests these are.
  var base: Base?

  /// The fewest steps that run the test targets, each place on the disk once.
  ///
  /// A root package may list the tests of other packages as its own. Several of them run there, in
  /// one build; those of one package run in that package, which builds less.
  static func testing(_ tests: [Int], in workspace: Workspace) -> RunPlan {
    var open = Set(tests.map { workspace[$0].folder })
    let candidates = Dictionary(grouping: tests) { workspace[$0].package }.sorted { left, right in
      func rank(_ package: Int, _ tests: [Int]) -> (Int, Int, Int) {
        (tests.count, workspace.packages[package].folder.count, package)
      }
      return rank(left.key, left.value) > rank(right.key, right.value)
    }
    let steps = candidates.compactMap { package, tests -> Step? in
      let left = tests.sorted().filter { open.remove(workspace[$0].folder) != nil }
      return left.isEmpty ? nil : Step(package: package, tests: left)
    }
    return RunPlan(steps: steps.sorted { $0.package < $1.package })
  }

  /// The fewest steps that build every target of the packages that is not a test: a package whose
  /// targets are all built for another one needs no step of its own.
  static func building(_ packages: [Int], in workspace: Workspace) -> RunPlan {
    func built(_ package: Int) -> [Int] {
      workspace.packages[package].targets.filter { workspace[$0].kind != .test }
    }
    let closures = packages.map { ($0, workspace.graph.reachable(from: built($0))) }
    var covered: Set<Int> = []
    var steps: [Step] = []
    for (package, closure) in closures.sorted(by: { ($1.1.count, $0.0) < ($0.1.count, $1.0) })
    where !covered.isSuperset(of: built(package)) {
      covered.formUnion(closure)
      steps.append(Step(package: package, tests: []))
    }
    return RunPlan(steps: steps)
  }
}
