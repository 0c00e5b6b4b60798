package import Basics

/// The public surface of each package, and how a change alters it.
package struct APIReport: Sendable {
  package struct PackageSurface: Sendable {
    package let name: String
    /// Its public declarations; without a wish for all those of the changed files.
    package let elements: [APIElement]
    package let changes: [APIChange]
  }

  package let base: Base
  package let packages: [PackageSurface]

  package var breaks: Bool {
    packages.contains { $0.changes.contains { $0.breaks != nil } }
  }

  /// - Parameter ref: What to compare with; what ``Repository/base(_:environment:)`` finds when
  ///   `nil`.
  /// - Parameter isWhole: Whether packages are read that nothing was changed in.
  package init(
    session: Session, workspace: Workspace, base ref: String?, isWhole: Bool = false
  ) throws {
    guard let repository = session.repository else {
      throw MonoError.failure(
        "\(session.root) is not in a git repository, so there is nothing to compare with.",
        hint: "Run 'git init' and commit.")
    }
    base = try repository.base(ref, environment: session.environment)
    let commit = base.commit
    let changes = try repository.changes(since: commit)
    let history = BaseWorkspace(
      loader: session.loader, repository: repository, current: workspace, changes: changes)
    let before = history.mayDiffer ? try history.load(commit) : workspace
    let changed = Set(changes.map(\.path))
    let files = changed.isEmpty ? [] : try repository.tree(of: commit).map(\.path)
    let names = Set(workspace.packages.map(\.name)).union(before.packages.map(\.name)).sorted()
    packages = try names.compactMap { name in
      let isTouched = changed.contains { path in
        (workspace.packages + before.packages).contains {
          $0.name == name && Path.isInside(path, $0.folder)
        }
      }
      guard isTouched || isWhole else { return nil }
      // Where the manifests say the same, only files that were changed can make a difference.
      let isPartial = !isWhole && !history.mayDiffer
      func counts(_ file: String) -> Bool { !isPartial || changed.contains(file) }
      func surfaceNow(of files: (String) -> Bool) throws -> Set<APIElement> {
        try Self.surface(of: name, in: workspace) { target in
          workspace.swiftFiles(of: target).filter(files).map {
            Files.read(Path.join(workspace.root, $0)) ?? []
          }
        }
      }
      let now = try surfaceNow(of: counts)
      let then =
        try isTouched
        ? Self.surface(of: name, in: before) { target in
          try before.swiftFiles(of: target, among: files).filter(counts).map { file in
            changed.contains(file)
              ? try repository.contents(of: file, in: commit)
              : Files.read(Path.join(workspace.root, file)) ?? []
          }
        } : now
      let changes = try APIComparison.changes(from: then, to: now) {
        try isPartial ? surfaceNow { _ in true } : now
      }
      return PackageSurface(
        name: name, elements: now.sorted { ($0.name, $0.signature) < ($1.name, $1.signature) },
        changes: changes)
    }
  }

  /// The public declarations of a package's libraries that are in a product.
  private static func surface(
    of name: String, in workspace: Workspace, sources: (Int) throws -> [[UInt8]]
  ) throws -> Set<APIElement> {
    guard let package = workspace.packages.first(where: { $0.name == name }) else { return [] }
    let offered = Set(package.manifest.products.flatMap(\.targets))
    var elements: Set<APIElement> = []
    for target in package.targets
    where workspace.targets[target].kind == .library
      && offered.contains(workspace.targets[target].name)
    {
      let module = workspace.targets[target].moduleName
      let found = try parallelMap(try sources(target)) { source in
        var scanner = APIScanner(module: module)
        if source.contains("public") || source.contains("open") { scanner.scan(source) }
        return scanner.elements
      }
      for set in found { elements.formUnion(set) }
    }
    return elements
  }
}

extension APIReport {
  /// The changes as a section of a changelog in Markdown, for each package that has any.
  package var notes: String {
    let sections = packages.filter { !$0.changes.isEmpty }.map { package in
      let groups: [(title: String, changes: [APIChange])] = [
        ("Breaking", package.changes.filter { $0.breaks != nil }),
        ("Added", package.changes.filter { $0.breaks == nil && $0.kind == .added }),
        ("Changed", package.changes.filter { $0.breaks == nil && $0.kind != .added }),
      ]
      return "## \(package.name)\n"
        + groups.filter { !$0.changes.isEmpty }.map { group in
          "\n### \(group.title)\n\n" + group.changes.map { "- \($0.note)\n" }.joined()
        }.joined()
    }
    return sections.isEmpty ? "No public declaration changed.\n" : sections.joined(separator: "\n")
  }

  /// What changed; or, with `all`, everything that each package offers.
  package func text(all: Bool) -> String {
    var lines: [String] = []
    for package in packages where all ? !package.elements.isEmpty : !package.changes.isEmpty {
      let count = all ? ", \(package.elements.count) public declarations" : ""
      lines.append(package.name + count)
      if all { lines += package.elements.map { "    \($0.signature)  (\($0.name))" } }
      for change in package.changes {
        let mark = [.added: "+", .removed: "-", .changed: "~"][change.kind] ?? " "
        lines.append("  \(mark) \(change.name)\(change.breaks.map { "  BREAKS: \($0)" } ?? "")")
        if change.kind == .changed {
          lines.append("      was \(change.before ?? "")")
          lines.append("      is  \(change.after ?? "")")
        }
      }
    }
    if !all { lines.insert("base: \(base.text)", at: 0) }
    let count = packages.flatMap(\.changes).count { $0.breaks != nil }
    lines.append(
      packages.allSatisfy(\.changes.isEmpty)
        ? "No public declaration changed." : "\(count) breaking changes.")
    return lines.joined(separator: "\n") + "\n"
  }

  package var json: JSON {
    let members: [String: JSON] = [
      "breaking": .boolean(breaks),
      "packages": .array(
        packages.map { package in
          [
            "name": .string(package.name),
            "declarations": .array(
              package.elements.map {
                ["name": .string($0.name), "signature": .string($0.signature)]
              }),
            "changes": .array(
              package.changes.map { change in
                [
                  "kind": .string(change.kind.rawValue), "name": .string(change.name),
                  "before": JSON(optional: change.before),
                  "after": JSON(optional: change.after),
                  "breaking": .boolean(change.breaks != nil),
                  "reason": JSON(optional: change.breaks),
                ]
              }),
          ]
        }),
    ]
    return .object(members.merging(base.json) { $1 })
  }
}

extension APIChange {
  fileprivate var note: String {
    let was = before.map { "`\($0)`" }
    let now = after.map { "`\($0)`" }
    switch (was, now) {
    case (let was?, let now?): return "\(was) is now \(now)"
    case (let was?, nil): return "\(was) is gone"
    default: return now ?? "`\(name)`"
    }
  }
}
