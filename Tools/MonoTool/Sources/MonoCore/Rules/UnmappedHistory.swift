/// Files of the last commits that would have selected every test, as nothing says who reads them.
package struct UnmappedHistory: Sendable {
  /// How many commits were looked at.
  package let commits: Int
  /// How many of them would have selected everything.
  package let selecting: Int
  /// Patterns for the inputs of the rules with their commits, the most frequent first.
  package let places: [(pattern: String, commits: Int)]

  /// - Parameter rules: Those that say what reads which files.
  package init(
    workspace: Workspace, rules: RulesFile, repository: Repository, count: Int = 200
  ) throws {
    let history = try repository.filesOfCommits(count)
    let present = Set(try repository.files())
    var causes = AffectedTargets(
      workspace: workspace, before: workspace, rules: rules, links: try repository.links())
    for file in Set(history.joined()).intersection(present).sorted()
    where Path.name(of: file) != "Package.resolved" {
      causes.add(Change(path: file, kind: .changed))
    }
    let unmapped = Set(causes.unmapped)
    let folders = Set(workspace.targets.map(\.folder) + workspace.packages.map(\.folder))
    let found = history.map { files in
      Set(files.filter(unmapped.contains).map { Self.pattern($0, beside: folders) })
    }
    commits = history.count
    selecting = found.count { !$0.isEmpty }
    places = Dictionary(found.joined().map { ($0, 1) }, uniquingKeysWith: +)
      .map { (pattern: $0.key, commits: $0.value) }
      .sorted { ($1.commits, $0.pattern) < ($0.commits, $1.pattern) }
  }

  /// The highest folder of a file that holds nothing of a package, or the file.
  private static func pattern(_ file: String, beside folders: Set<String>) -> String {
    var folder = ""
    for part in Path.folder(of: file).split(separator: "/") {
      folder = Path.join(folder, String(part))
      if !folders.contains(where: { Path.isInside($0, folder) }) { return "\(folder)/**" }
    }
    return file
  }

  /// Lines for a reader; empty when no commit selected everything.
  package var text: String {
    if selecting == 0 { return "" }
    let rows = places.prefix(12).map { "  \($0.commits)\t\($0.pattern)" }
    let rest = places.count > 12 ? ["  and \(places.count - 12) more"] : []
    let title =
      "Of the last \(commits) commits \(selecting) select every test: nothing says who reads these"
      + " files. 'inputs' in the rules can:"
    return ([title] + rows + rest).joined(separator: "\n") + "\n"
  }
}

extension Repository {
  /// The files that each of the last commits of the current branch changed.
  func filesOfCommits(_ count: Int) throws(MonoError) -> [Set<String>] {
    guard try line(["rev-parse", "--verify", "--quiet", "HEAD"]) != nil else { return [] }
    let options = [
      "log", "-n", "\(count)", "--first-parent", "-m", "--no-renames", "--name-only", "--relative",
      "-z", "--format=%x01",
    ]
    let commits = try git(options).split(separator: 1)
    return commits.map { commit in
      Set(Self.fields(Array(commit)).map { String($0.trimmingPrefix("\n")) }).subtracting([""])
    }
  }
}
