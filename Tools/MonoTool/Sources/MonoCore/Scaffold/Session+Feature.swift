extension Session {
  /// Writes a new feature package and draws the pictures of documents that show it.
  ///
  /// - Parameter isDryRun: Whether nothing is written.
  /// - Returns: Everything that was written.
  package func makeFeature(
    name: String, parent: String?, in workspace: Workspace, isDryRun: Bool = false
  ) throws -> ScaffoldPlan {
    func plan() throws -> ScaffoldPlan {
      let scaffold = FeatureScaffold(
        workspace: workspace, settings: rules.features, toolchain: loader.evaluator.toolchain)
      let package = try scaffold.plan(name: name, parent: parent)
      return ScaffoldPlan(edits: package.edits + (try ruleEdits(name, beside: parent)))
    }
    if isDryRun { return try plan() }
    return try Files.whileLocked(Path.join(root, ".build/mono/new.lock")) {
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
  }

  /// The rules for all features hold for the new one, too.
  private func ruleEdits(
    _ name: String, beside parent: String?
  ) throws(MonoError) -> [ScaffoldPlan.Edit] {
    guard let path = rules.path, !rules.features.rules.isEmpty,
      let before = Files.text(Path.join(root, path))
    else { return [] }
    let layered = Set(rules.rules.filter(\.hasLayers).map(\.name))
    var editor = RulesEditor(text: before)
    for rule in rules.features.rules {
      if layered.contains(rule) {
        try editor.add("\(name)/*", toLayerOf: parent, inRule: rule)
      } else {
        try editor.add(name, toRule: rule)
      }
    }
    return [ScaffoldPlan.Edit(path: path, before: before, after: editor.text)]
  }
}
