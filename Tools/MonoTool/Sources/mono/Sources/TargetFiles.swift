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

/// The Swift files of a repository and what they say.
struct SourceIndex: Sendable {
  /// The files of each target, and all of them.
  let files: [[String]]
  let all: [String]
  private let sources: [String: FactMemory.Source]
  private var facts: [String: SourceFacts] = [:]

  /// Reads every Swift file once, several at a time.
  ///
  /// - Parameter rules: Those whose matches are looked for.
  init(workspace: Workspace, rules: RulesFile = RulesFile()) throws {
    files = try parallelMap(Array(workspace.targets.indices)) { workspace.swiftFiles(of: $0) }
    all = Set(files.joined()).sorted()
    // Nothing is said by a file that cannot be read.
    let read = try parallelMap(all) {
      FactMemory.Source(Files.bytes(Path.join(workspace.root, $0)) ?? [])
    }
    sources = Dictionary(uniqueKeysWithValues: zip(all, read))
    // Rules look at no more files than they are about: that takes most of the time.
    let targets = rules.aboutCode.flatMap { workspace.targets($0.among, except: $0.except) }
    let judged = Set(targets.flatMap { files[$0] })
    for (files, rules) in [
      (all.filter(judged.contains), rules.aboutCode), (all.filter { !judged.contains($0) }, []),
    ] {
      let found = try workspace.facts.facts(
        "sources \(rules.map(\.identity))", of: files.map(source)
      ) { SourceFacts($0, rules: rules) }
      for (file, facts) in zip(files, found) { self.facts[file] = facts }
    }
  }

  func source(_ file: String) -> FactMemory.Source { sources[file] ?? FactMemory.Source([]) }

  func facts(of file: String) -> SourceFacts { facts[file] ?? SourceFacts([]) }

  func imports(of target: Int) -> [(file: String, statement: ImportStatement)] {
    files[target].flatMap { file in facts(of: file).imports.map { (file, $0) } }
  }

  /// Whether a target has any code; one without only gathers what it depends on.
  func hasCode(_ target: Int) -> Bool { files[target].contains { facts(of: $0).hasCode } }
}
