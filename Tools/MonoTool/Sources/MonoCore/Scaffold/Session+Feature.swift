extension Session {
  /// Writes a new feature package and draws the pictures of documents that show it.
  ///
  /// - Parameter isDryRun: Whether nothing is written.
  /// - Returns: Everything that was written.
  package func makeFeature(
    name: String, parent: String?, in workspace: Workspace, isDryRun: Bool = false
  ) throws -> ScaffoldPlan {
    try change(isDryRun) {
      let package = try scaffold(in: workspace).plan(name: name, parent: parent)
      return ScaffoldPlan(edits: package.edits + (try ruleEdits(name, beside: parent)))
    }
  }

  /// Writes a new substitution in a feature package.
  package func makeSubstitution(
    name: String, of feature: String, in workspace: Workspace, isDryRun: Bool = false
  ) throws -> ScaffoldPlan {
    try change(isDryRun) {
      try SubstitutionScaffold(workspace: workspace).plan(name: name, in: feature)
    }
  }

  /// Removes a feature package and all that its making added elsewhere.
  package func removeFeature(
    name: String, in workspace: Workspace, isDryRun: Bool = false
  ) throws -> ScaffoldPlan {
    try change(isDryRun) {
      try FeatureChange(
        workspace: workspace, rules: rules, scaffold: scaffold(in: workspace),
        repository: repository ?? Repository(root: root)
      ).removalPlan(name)
    }
  }

  private func scaffold(in workspace: Workspace) -> FeatureScaffold {
    FeatureScaffold(workspace: workspace, settings: rules.features, evaluator: loader.evaluator)
  }

  /// Writes what a plan says, and draws the pictures anew.
  private func change(_ isDryRun: Bool, _ plan: () throws -> ScaffoldPlan) throws -> ScaffoldPlan {
    if isDryRun { return try plan() }
    return try Files.whileLocked(Path.join(root, ".build/mono/new.lock")) {
      var plan = try plan()
      try requireCommitted(plan.edits.map(\.path) + rules.documents)
      var change = TreeChange(root: root, edits: plan.edits)
      let documents = rules.documents.map { ScaffoldPlan.Edit(path: $0, before: "", after: "") }
      plan.undo = TreeChange(root: root, edits: plan.edits + documents).undo
      try change.apply()
      let pictures = try self.workspace().updatedDocuments(of: rules).map { path, text in
        ScaffoldPlan.Edit(path: path, before: Files.text(Path.join(root, path)), after: text)
      }
      change = TreeChange(root: root, edits: pictures)
      try change.apply()
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
