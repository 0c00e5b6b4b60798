extension Workspace {
  /// What each target is drawn together with: its package; in a package with many targets their
  /// folders, or, where all are in the same ones, the last word of their names that three have.
  package var targetGroups: [String] { packages.flatMap(groups) }

  private static let many = 40

  private func groups(of package: Package) -> [String] {
    let own = targets[package.targets]
    if own.count <= Self.many { return own.map { _ in package.name } }
    let folders = own.map { Path.folder(of: $0.folder) }
    if Set(folders).count > 2 { return folders }
    let words = own.map { target in
      let name = target.name.hasSuffix("Tests") ? target.name.dropLast(5) : target.name[...]
      return name.lastIndex(where: \.isUppercase).map { String(name[$0...]) } ?? String(name)
    }
    let counts = words.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
    return words.map { word in
      (counts[word] ?? 0) > 2 ? "\(package.name) …\(word)" : "\(package.name), others"
    }
  }
}
