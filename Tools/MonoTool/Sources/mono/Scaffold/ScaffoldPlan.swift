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

  /// The folder of the new package.
  let package: String
  var edits: [Edit]
  /// What is left to do, one line each.
  var next: [String] = []
  /// The command of git that takes back what was written, wherever it stopped; `nil` when nothing was.
  var undo: String?

  var created: [String] { edits.filter { $0.before == nil }.map(\.path) }
  var changed: [String] { edits.filter { $0.before != nil }.map(\.path) }

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

extension ScaffoldPlan: JSONRepresentable {
  var json: JSON {
    get throws {
      [
        "created": try JSON(encoding: created), "changed": try JSON(encoding: changed),
        "undo": try JSON(encoding: undo), "next": try JSON(encoding: next),
      ]
    }
  }
}

extension Session {
  /// Writes a new feature package, unless it is a dry run, and draws the documents' picture anew.
  func makeFeature(
    name: String, parent: String?, in workspace: Workspace, isDryRun: Bool = false
  ) throws -> ScaffoldPlan {
    guard let settings = rules.features else {
      throw MonoError.usage(
        "The rules file has no features.", hint: "Tools/MonoTool/RULES.md describes its keys.")
    }
    var plan = try FeatureScaffold(
      workspace: workspace, settings: settings, toolchain: loader.evaluator.toolchain
    ).plan(name: name, parent: parent)
    if isDryRun { return plan }
    let changed = plan.changed + rules.documents
    try requireCommitted(changed)
    let added = [plan.package] + plan.created.filter { !Path.isInside($0, plan.package) }
    let undo = [("git restore --", changed), ("git clean -fdq --", added)]
      .filter { !$0.1.isEmpty }
      .map { command, paths in ([command] + paths.map { "'\($0)'" }).joined(separator: " ") }
      .joined(separator: " && ")
    plan.undo = undo
    do {
      for edit in plan.edits { try Files.write(edit.after, to: Path.join(root, edit.path)) }
      plan.edits += try self.workspace().updateDocuments(of: rules).map { path, old, new in
        ScaffoldPlan.Edit(path: path, before: old, after: new)
      }
    } catch {
      throw MonoError.failure("\(error)", hint: "Take back what was written: \(undo)")
    }
    return plan
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
      hint: "Commit them, or take them back: git restore -- '\(path)'")
  }
}
