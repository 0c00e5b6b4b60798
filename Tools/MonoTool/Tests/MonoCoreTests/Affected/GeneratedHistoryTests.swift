import Glibc
import Testing

@testable import MonoCore

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
  private var numbers: SeededNumbers

  init(seed: UInt64) throws {
    folder = try TemporaryFolder()
    numbers = SeededNumbers(seed: seed)
    let swift = "\(folder.path)/.build/swift"
    try folder.write(ModelRepository.swift, to: ".build/swift")
    #expect(chmod(swift, 0o755) == 0)
    evaluator = ManifestEvaluator(
      toolchain: Toolchain(swift: swift, identity: "model"),
      cacheFolder: "\(folder.path)/.build/cache")
    try folder.git("init", "-q", "-b", "main")
    try folder.write(".build\n", to: ".gitignore")
    try write(from: [:])
    try commit("start")
  }

  /// Changes the model, and asks before or after the commit what that affects.
  func step(_ kind: CommitKind, number: Int) throws {
    let before = model
    kind.apply(to: &model, number: number, &numbers)
    let expected = Self.difference(before, model)
    if kind == .merge {
      try folder.git("checkout", "-q", "-b", "side\(number)")
      try write(from: before.files)
      try commit("side")
      try folder.git("checkout", "-q", "main")
      try folder.git("merge", "-q", "--no-ff", "-m", "merge", "side\(number)")
      try check(expected, base: "HEAD^1", kind, number)
      return
    }
    try write(from: before.files)
    if Bool.random(using: &numbers) {
      // Untracked, unstaged and deleted files count before they are committed.
      try check(expected, base: "HEAD", kind, number)
      try commit(kind.rawValue)
    } else {
      try commit(kind.rawValue)
      try check(expected, base: "HEAD~1", kind, number)
    }
  }

  /// Compares what the toolchain and the model say of each manifest, as far as a selection uses it.
  func compareManifests() throws {
    let toolchain = try folder.evaluator()
    for package in self.model.packages {
      let place = Path.join(folder.path, ModelRepository.folder(ofPackage: package))
      let (known, told) = try (
        toolchain.evaluate(packageAt: place), evaluator.evaluate(packageAt: place)
      )
      #expect(known.name == told.name && known.products.map(\.name) == told.products.map(\.name))
      #expect(known.products.map(\.targets) == told.products.map(\.targets))
      #expect(known.dependencies.map(\.path) == told.dependencies.map(\.path))
      #expect(known.dependencies.map(\.identity) == told.dependencies.map(\.identity))
      #expect(known.targets.map(\.name) == told.targets.map(\.name))
      for (left, right) in zip(known.targets, told.targets) {
        #expect(left.kind == right.kind && left.path == right.path)
        #expect(left.dependencies == right.dependencies && left.settings == right.settings)
        #expect(left.resources == right.resources)
      }
    }
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
    let found = Set(report.selected.map { workspace.qualifiedName($0.target) })
    #expect(found == expected, "commit \(number), \(kind): \(report.text(explained: true))")
    for selected in report.selected {
      // Every reason names a file that really changed, and a path that really exists.
      #expect(report.changes.map(\.path).contains(selected.cause.file))
      #expect(selected.path.last == selected.target)
      for (dependency, dependent) in zip(selected.path, selected.path.dropFirst()) {
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

  private func commit(_ message: String) throws {
    try folder.git("add", "-A")
    try folder.git("commit", "-q", "--allow-empty", "-m", message)
  }
}
