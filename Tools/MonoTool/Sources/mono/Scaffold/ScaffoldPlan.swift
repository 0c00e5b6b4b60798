import Basics

/// Files to create and to change.
struct ScaffoldPlan: Sendable {
  struct Edit: Sendable {
    /// Relative to the root.
    let path: String
    /// `nil` for a new file.
    let before: String?
    let after: String
  }

  var edits: [Edit]
  /// What is left to do, one line each.
  var next: [String] = []
  /// The command that takes back what was written; `nil` when nothing was.
  var undo: String?

  var json: JSON {
    [
      "created": JSON(edits.filter { $0.before == nil }.map(\.path)),
      "changed": JSON(edits.filter { $0.before != nil }.map(\.path)),
      "undo": JSON(optional: undo), "next": JSON(next),
    ]
  }

  /// One line per file, with the lines that an edit adds and removes.
  var text: String {
    let changes = edits.map { edit in
      guard let before = edit.before else { return "create \(edit.path)\n" }
      let (old, new) = (before.split(separator: "\n"), edit.after.split(separator: "\n"))
      let (had, has) = (Set(old), Set(new))
      return "change \(edit.path)\n"
        + old.filter { !has.contains($0) }.map { "  - \($0)\n" }.joined()
        + new.filter { !had.contains($0) }.map { "  + \($0)\n" }.joined()
    }
    return changes.joined() + (undo.map { "To take it back: \($0)\n" } ?? "")
      + next.map { "Next: \($0)\n" }.joined()
  }
}

extension Session {
  /// Writes a new feature package, unless it is a dry run, and draws the documents' pictures anew.
  func makeFeature(
    name: String, parent: String?, in workspace: Workspace, isDryRun: Bool = false
  ) throws -> ScaffoldPlan {
    let scaffold = FeatureScaffold(
      workspace: workspace, settings: rules.features, toolchain: loader.evaluator.toolchain)
    if isDryRun { return try scaffold.plan(name: name, parent: parent) }
    let folder = Path.join(root, ".build/mono")
    try Files.makeFolder(folder)
    let lock = try FileLock(path: "\(folder)/new.lock", timeout: .seconds(600))
    defer { extendLifetime(lock) }
    var plan = try scaffold.plan(name: name, parent: parent)
    let changed = plan.edits.filter { $0.before != nil }.map(\.path) + rules.documents
    try requireCommitted(changed)
    plan.undo = undo(new: plan.edits.filter { $0.before == nil }.map(\.path), changed: changed)
    do {
      for edit in plan.edits { try Files.write(edit.after, to: Path.join(root, edit.path)) }
      for (path, text) in try self.workspace().updatedDocuments(of: rules) {
        let place = Path.join(root, path)
        plan.edits.append(ScaffoldPlan.Edit(path: path, before: Files.text(place), after: text))
        try Files.write(text, to: place)
      }
    } catch {
      throw MonoError.failure("\(error)", hint: "Take back what was written: \(plan.undo ?? "")")
    }
    return plan
  }

  /// The command of git that takes everything back, wherever it stops; has to be asked before anything
  /// is written.
  private func undo(new: [String], changed: [String]) -> String {
    // Of a new file the highest folder that is new, too.
    let added = new.map { path in
      Path.ascending(path).prefix { !$0.isEmpty && !Files.exists(Path.join(root, $0)) }
        .reduce(path) { $1 }
    }
    return [("git restore --", changed), ("git clean -fdq --", Set(added).sorted())]
      .filter { !$0.1.isEmpty }
      .map { command, paths in ([command] + paths.map { "'\($0)'" }).joined(separator: " ") }
      .joined(separator: " && ")
  }

  /// Refuses files with changes that no commit has: git could not take back what is done to them.
  private func requireCommitted(_ paths: [String]) throws {
    guard let repository else {
      throw MonoError.usage(
        "\(root) is not in a git repository, so nothing could be taken back.",
        hint: "Run 'git init' and commit.")
    }
    let open = Set(try repository.changes(since: "HEAD").map(\.path)).intersection(paths)
    guard let path = open.min() else { return }
    throw MonoError.usage(
      "\(path) has changes that are not committed.",
      hint:
        "Commit them, or take them back with 'git restore -- \(path)'; then git can take back what this"
        + " command does.")
  }
}
