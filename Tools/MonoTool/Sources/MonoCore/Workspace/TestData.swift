/// Files and packages that tests read, told by the names of their folders.
enum TestData {
  /// The folder that a path lies in which is named like fixtures, or else like tests.
  static func folder(of path: String) -> (path: String, isFixtures: Bool)? {
    let parts = path.split(separator: "/").map(String.init)
    let names = parts.map { $0.lowercased().filter(\.isLetter) }
    let words = ["fixture", "testdata", "snapshot"]
    let fixtures = names.firstIndex { words.contains(where: $0.contains) }
    let tests = names.firstIndex { $0 == "test" || $0.hasSuffix("tests") }
    return (fixtures ?? tests).map { (parts[...$0].joined(separator: "/"), fixtures != nil) }
  }
}

extension Session {
  /// Patterns of folders with data of tests: packages that share no dependency with others.
  package func fixturePatterns() throws -> [String] {
    let folders = try WorkspaceLoader.folders(root: root, repository: repository)
    var data = folders.filter { folder in
      // A package of tests may be called so itself.
      TestData.folder(of: folder).map { $0.isFixtures || $0.path != folder } ?? false
    }
    while true {
      let others = Set(folders).subtracting(data)
      let tests = data.filter { TestData.folder(of: $0)?.isFixtures == false }
      let needs = try parallelMap(Array(others) + tests) { folder in
        let manifest = try? loader.evaluator.evaluate(packageAt: Path.join(root, folder))
        return (manifest?.dependencies ?? []).compactMap(\.path).map { Path.join(folder, $0) }
      }
      let needed = Set(needs.prefix(others.count).joined())
      let needing = zip(tests, needs.dropFirst(others.count))
        .filter { !others.isDisjoint(with: $1) }.map(\.0)
      let rest = data.filter { !needed.contains($0) && !needing.contains($0) }
      if rest == data { break }
      data = rest
    }
    let groups = Dictionary(grouping: data) { TestData.folder(of: $0)?.path ?? $0 }
    return groups.flatMap { folder, members -> [String] in
      let all = folders.filter { Path.isInside($0, folder) }
      guard all.count == members.count else { return members }
      return (all.contains(folder) ? [folder] : []) + (all == [folder] ? [] : ["\(folder)/**"])
    }.sorted()
  }
}
