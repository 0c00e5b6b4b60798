/// The packages in which SwiftPM has to run, and their tests.
package struct RunPlan: Sendable, Equatable {
  package struct Step: Sendable, Equatable {
    /// Index into the workspace's packages.
    package let package: Int
    /// The test targets to run; empty when the package is only built.
    package let tests: [Int]
    package let scratch: ScratchFolder
  }

  package var steps: [Step]
  /// A regular expression for the names of tests, as `swift test --filter` takes it; `nil` for all.
  package var filter: String?
  /// Whether the whole repository is meant, so that an unreadable manifest is a failure.
  package var isWholeRepository = false
  /// Where the change starts whose tests these are.
  package var base: Base?

  /// The fewest steps that run the test targets, each place on the disk once.
  ///
  /// A root package may list the tests of other packages as its own. Several of them run there, in
  /// one build; those of one package run in that package, which builds less.
  package static func testing(_ tests: [Int], in workspace: Workspace) -> RunPlan {
    var open = Dictionary(grouping: tests) { workspace.targets[$0].folder }
    var chosen: [Int] = []
    while !open.isEmpty {
      let candidates = Dictionary(grouping: open.values.joined()) { workspace.targets[$0].package }
      let best = candidates.max { left, right in
        func rank(_ entry: (key: Int, value: [Int])) -> (Int, Int, Int) {
          (entry.value.count, workspace.packages[entry.key].folder.count, entry.key)
        }
        return rank(left) < rank(right)
      }
      for target in best?.value ?? [] {
        chosen.append(target)
        open[workspace.targets[target].folder] = nil
      }
    }
    let steps = Dictionary(grouping: chosen) { workspace.targets[$0].package }
      .sorted { $0.key < $1.key }.map { package, tests in
        Step(package: package, tests: tests.sorted(), scratch: scratch(for: package, in: workspace))
      }
    return RunPlan(steps: steps)
  }

  /// The fewest steps that build every target of the packages that is not a test: a package whose
  /// targets are all built for another one needs no step of its own.
  package static func building(_ packages: [Int], in workspace: Workspace) -> RunPlan {
    func built(_ package: Int) -> [Int] {
      workspace.packages[package].targets.filter { workspace.targets[$0].kind != .test }
    }
    let closures = packages.map { ($0, workspace.graph.reachable(from: built($0))) }
    var covered: Set<Int> = []
    var steps: [Step] = []
    for (package, closure) in closures.sorted(by: { ($1.1.count, $0.0) < ($0.1.count, $1.0) })
    where !covered.isSuperset(of: built(package)) {
      covered.formUnion(closure)
      steps.append(Step(package: package, tests: [], scratch: scratch(for: package, in: workspace)))
    }
    return RunPlan(steps: steps)
  }

  /// One folder for all, so that nothing is compiled twice; only a package that would disturb
  /// the others there has its own: one with external dependencies, which SwiftPM would check
  /// out again and again, or one with a target that has the name of another.
  package static func scratch(for package: Int, in workspace: Workspace) -> ScratchFolder {
    let folder = workspace.packages[package].folder
    let shared = Path.join(workspace.root, ".build")
    if folder.isEmpty { return ScratchFolder(path: shared) }
    let closure = workspace.graph.reachable(from: workspace.packages[package].targets)
    let own = closure.map { workspace.targets[$0] }
    let folders = Dictionary(own.map { ($0.name, $0.folder) }) { first, _ in first }
    let isAlone = own.allSatisfy(\.externalProducts.isEmpty)
    let isUnique = workspace.targets.allSatisfy { folders[$0.name] ?? $0.folder == $0.folder }
    if isAlone, isUnique { return ScratchFolder(path: shared) }
    return ScratchFolder(path: "\(shared)/mono/\(folder.replacing("/", with: "-"))")
  }
}
