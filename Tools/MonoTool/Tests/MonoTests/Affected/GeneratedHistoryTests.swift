import Basics
import Glibc
import Testing

@testable import mono

/// A history of many kinds of commits, each answered as an oracle that hashes contents does.
struct GeneratedHistoryTests {
  /// These are evaluated by a program that says what the model knows of its manifests; the next test
  /// asks the toolchain, after each kind of commit.
  @Test(arguments: [1, 2] as [UInt64])
  func `What a generated commit affects is what a content hash says`(seed: UInt64) throws {
    let history = try History(seed: seed)
    var kinds: Set<CommitKind> = []
    for number in 1...65 {
      let kind = CommitKind.allCases[number % CommitKind.allCases.count]
      kinds.insert(kind)
      try history.step(kind, number: number)
    }
    #expect(kinds.count == CommitKind.allCases.count && kinds.count >= 12)
  }

  @Test func `The toolchain says of a model's manifests what the model does`() throws {
    let history = try History(seed: 3)
    for (number, kind) in CommitKind.allCases.enumerated() {
      try history.step(kind, number: number + 1)
    }
    try history.compareManifests()
  }
}

/// A repository on the disk that follows a model.
private final class History {
  private let folder: TemporaryFolder
  private let evaluator: ManifestEvaluator
  private var model = ModelRepository.start()
  private var numbers: SplitMix64

  init(seed: UInt64) throws {
    folder = try TemporaryFolder()
    numbers = SplitMix64(seed: seed)
    let swift = "\(folder.path)/.build/swift"
    try folder.write(ModelRepository.swift, to: ".build/swift")
    #expect(chmod(swift, 0o755) == 0)
    evaluator = ManifestEvaluator(
      toolchain: Toolchain(swift: swift, identity: "model"),
      cacheFolder: "\(folder.path)/.build/cache")
    try folder.write(".build\n", to: ".gitignore")
    try write(from: [:])
    try folder.makeRepository()
  }

  /// Changes the model, and asks before or after the commit what that affects.
  func step(_ kind: CommitKind, number: Int) throws {
    let before = model
    kind.apply(to: &model, number: number, &numbers)
    let expected = Self.difference(before, model)
    if kind == .merge {
      try folder.git("checkout", "-q", "-b", "side\(number)")
      try write(from: before.files)
      try folder.commit("side")
      try folder.git("checkout", "-q", "main")
      try folder.git("merge", "-q", "--no-ff", "-m", "merge", "side\(number)")
      try check(expected, base: "HEAD^1", kind, number)
      return
    }
    try write(from: before.files)
    if Bool.random(using: &numbers) {
      // Untracked, unstaged and deleted files count before they are committed.
      try check(expected, base: "HEAD", kind, number)
      try folder.commit(kind.rawValue)
    } else {
      try folder.commit(kind.rawValue)
      try check(expected, base: "HEAD~1", kind, number)
    }
  }

  /// Compares what the toolchain and the model say of the manifests, as far as a selection uses it.
  func compareManifests() throws {
    func facts(_ evaluator: ManifestEvaluator) throws -> [String] {
      let workspace = try WorkspaceLoader(evaluator: evaluator).load(
        root: folder.path, repository: Repository(root: folder.path))
      return workspace.targets.enumerated().map { index, target in
        "\(workspace.package(of: index).name) \(target.name) \(target.kind) \(target.folder)"
          + " \(target.description.dependencies) \(target.description.settings)"
          + " \(target.description.resources) \(workspace.graph.successors[index])"
      }
    }
    #expect(try facts(folder.evaluator()) == facts(evaluator))
  }

  /// The targets of the new state whose hash the old state does not have.
  private static func difference(_ old: ModelRepository, _ new: ModelRepository) -> Set<String> {
    let before = ModelHasher.hashes(of: old)
    return Set(ModelHasher.hashes(of: new).filter { before[$0.key] != $0.value }.keys)
  }

  private func check(
    _ expected: Set<String>, base: String, _ kind: CommitKind, _ number: Int
  ) throws {
    let repository = Repository(root: folder.path)
    let rules = try RulesFile.load(root: folder.path)
    let loader = WorkspaceLoader(evaluator: evaluator)
    let workspace = try loader.load(root: folder.path, repository: repository)
    let analysis = AffectedAnalysis(
      loader: loader, repository: repository, rules: rules, workspace: workspace)
    if base == "HEAD", try repository.changes(since: base).isEmpty {
      #expect(throws: MonoError.self) { try analysis.run(base: base) }
      return
    }
    let report = try analysis.run(base: base)
    let found = Set(report.targets.map { "\($0.package)/\($0.name)" })
    #expect(found == expected, "commit \(number), \(kind): \(report.text(explained: true))")
    for selected in report.targets {
      // Every reason names a file that really changed, and a path that really exists.
      #expect(report.changedFiles.contains(selected.cause.file))
      let path = selected.path.compactMap { label in
        workspace.targets.firstIndex { $0.label == label }
      }
      #expect(path.last.map { workspace[$0].name } == selected.name)
      for (dependency, dependent) in zip(path, path.dropFirst()) {
        #expect(workspace.graph.successors[dependent].contains(dependency))
      }
    }
  }

  private func write(from old: [String: String]) throws {
    let new = model.files
    for path in old.keys where new[path] == nil { try folder.remove(path) }
    for (path, text) in new {
      if old[path] != text { try folder.write(text, to: path) }
      let mode: mode_t = model.executableFiles.contains(path) ? 0o755 : 0o644
      #expect(chmod("\(folder.path)/\(path)", mode) == 0)
    }
  }
}
