extension Session {
  /// Writes a new feature package and draws the pictures of documents that show it.
  ///
  /// Of two at once, the second waits and sees what the first did.
  /// - Returns: Everything that was written.
  package func makeFeature(name: String, parent: String?) throws -> ScaffoldPlan {
    let lock = "\(ScaffoldStage.buildFolder(root))/new.lock"
    return try Files.whileLocked(lock) {
      let feature = try planFeature(name: name, parent: parent, in: workspace())
      try feature.apply(root: root)
      let pictures = try redrawnPictures()
      try pictures.apply(root: root)
      return ScaffoldPlan(edits: feature.edits + pictures.edits)
    }
  }

  /// What a new feature package consists of; nothing is written.
  package func planFeature(
    name: String, parent: String?, in workspace: Workspace
  ) throws -> ScaffoldPlan {
    let package = try FeatureScaffold(
      workspace: workspace, settings: rules.features, evaluator: loader.evaluator
    ).plan(name: name, parent: parent)
    return ScaffoldPlan(edits: package.edits + (try ruleEdits(name)))
  }

  /// The rules for all features hold for the new one, too.
  private func ruleEdits(_ name: String) throws(MonoError) -> [ScaffoldPlan.Edit] {
    guard let path = rules.path, !rules.features.rules.isEmpty,
      let before = Files.text(Path.join(root, path))
    else { return [] }
    var editor = RulesEditor(text: before)
    for rule in rules.features.rules { try editor.add(name, toRule: rule) }
    return [ScaffoldPlan.Edit(path: path, before: before, after: editor.text)]
  }

  private func redrawnPictures() throws -> ScaffoldPlan {
    let documents = try workspace().updatedDocuments(rules.documents)
    return ScaffoldPlan(
      edits: documents.map { path, text in
        ScaffoldPlan.Edit(path: path, before: Files.text(Path.join(root, path)), after: text)
      })
  }
}
