import Basics

extension Session {
  /// Writes a new feature package, unless it is a dry run, and draws the documents' pictures anew.
  package func makeFeature(
    name: String, parent: String?, in workspace: Workspace, isDryRun: Bool = false
  ) throws -> ScaffoldPlan {
    func plan() throws -> ScaffoldPlan {
      try FeatureScaffold(
        workspace: workspace, settings: rules.features, toolchain: loader.evaluator.toolchain
      ).plan(name: name, parent: parent)
    }
    if isDryRun { return try plan() }
    let folder = Path.join(root, ".build/mono")
    try Files.makeFolder(folder)
    let lock = try FileLock(path: "\(folder)/new.lock", timeout: .seconds(600))
    defer { extendLifetime(lock) }
    var plan = try plan()
    try requireCommitted(plan.edits.map(\.path) + rules.documents)
    let documents = rules.documents.map { ScaffoldPlan.Edit(path: $0, before: "", after: "") }
    plan.undo = TreeChange(root: root, edits: plan.edits + documents).undo
    try TreeChange(root: root, edits: plan.edits).apply()
    let pictures = try self.workspace().updatedDocuments(of: rules).map { path, text in
      ScaffoldPlan.Edit(path: path, before: Files.text(Path.join(root, path)), after: text)
    }
    try TreeChange(root: root, edits: pictures).apply()
    plan.edits += pictures
    return plan
  }

  /// Refuses files with changes that no commit has: git could not take back what is done to them.
  private func requireCommitted(_ paths: [String]) throws(MonoError) {
    guard let repository else {
      throw .usage(
        "\(root) is not in a git repository, so nothing could be taken back.",
        hint: "Run 'git init' and commit.")
    }
    let open = Set(try repository.changes(since: "HEAD").map(\.path)).intersection(paths)
    guard let path = open.min() else { return }
    throw .usage(
      "\(path) has changes that are not committed.",
      hint:
        "Commit them, or take them back with 'git restore -- \(path)'; then git can take back what this"
        + " command does.")
  }
}
