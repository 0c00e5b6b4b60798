import Basics

extension Workspace {
  /// The Swift files that SwiftPM compiles for a target, relative to the root and sorted.
  func swiftFiles(of index: Int) -> [String] {
    let target = targets[index]
    let excluded = Set(target.description.exclude.map { Path.join(target.folder, $0) })
    let nested = nestedFolders(of: index)
    let only = target.description.sources.map { Path.join(target.folder, $0) }
    let files = Files.descendants(of: Path.join(root, target.folder)) { folder in
      let path = Path.join(target.folder, folder)
      return excluded.contains(path) || nested.contains(path) || folder.hasSuffix(".docc")
    }
    return files.filter { $0.hasSuffix(".swift") && Path.name(of: $0) != "Package.swift" }
      .map { Path.join(target.folder, $0) }
      .filter { file in
        !excluded.contains(file) && (only.isEmpty || only.contains { Path.isInside(file, $0) })
      }
  }

  /// The contents of files, several read at a time; nothing for those that cannot be read.
  func sources(_ files: [String], state: String = "") throws -> [FactMemory.Source] {
    try parallelMap(files) {
      FactMemory.Source(Files.bytes(Path.join(root, $0)) ?? [], state: state)
    }
  }

  /// Folders below a target's own that belong to another target of its package or another package.
  private func nestedFolders(of index: Int) -> Set<String> {
    let own = targets[index].folder
    let siblings = package(of: index).targets.map { targets[$0].folder }
    let others = siblings + packages.map(\.folder)
    return Set(others.filter { $0 != own && Path.isInside($0, own) })
  }

  /// Whether the target lists the files of another package as its own.
  func isBorrowed(_ index: Int) -> Bool {
    let own = package(of: index).folder
    return packages.contains { other in
      other.folder != own && Path.isInside(other.folder, own)
        && Path.isInside(targets[index].folder, other.folder)
    }
  }
}

/// The imports of the Swift files of a repository.
struct SourceIndex: Sendable {
  /// The files of each target, and all of them.
  let files: [[String]]
  let all: [String]
  private let facts: [String: SourceFacts]
  private let sources: [String: FactMemory.Source]

  /// Reads every Swift file once, several at a time.
  init(workspace: Workspace) throws {
    files = try parallelMap(Array(workspace.targets.indices)) { workspace.swiftFiles(of: $0) }
    all = Set(files.joined()).sorted()
    let read = try workspace.sources(all)
    let scanned = try workspace.facts.facts("imports", of: read, read: ImportScanner.scan)
    facts = Dictionary(uniqueKeysWithValues: zip(all, scanned))
    sources = Dictionary(uniqueKeysWithValues: zip(all, read))
  }

  func source(_ file: String) -> FactMemory.Source { sources[file] ?? FactMemory.Source([]) }

  func imports(of target: Int) -> [(file: String, statement: ImportStatement)] {
    files[target].flatMap { file in (facts[file]?.imports ?? []).map { (file, $0) } }
  }

  func macroModules(of target: Int) -> Set<String> {
    files[target].reduce(into: []) { $0.formUnion(facts[$1]?.macroModules ?? []) }
  }

  /// Whether a target has any code; one without only gathers what it depends on.
  func hasCode(_ target: Int) -> Bool { files[target].contains { facts[$0]?.hasCode ?? false } }
}
