extension Session {
  /// Writes a new feature package and draws the pictures of documents that show it.
  ///
  /// Of two at once, the second waits and sees what the first did.
  /// - Returns: Everything that was written.
  package func makeFeature(name: String, parent: String?) throws -> ScaffoldPlan {
    try change { try planFeature(name: name, parent: parent, in: workspace()) }
  }

  /// Writes a new substitution in a feature package.
  ///
  /// - Returns: Everything that was written.
  package func makeSubstitution(name: String, in feature: String) throws -> ScaffoldPlan {
    try change { try SubstitutionScaffold(workspace: workspace()).plan(name: name, in: feature) }
  }

  /// Writes what a plan says and draws the pictures anew, all of it or nothing.
  func change(_ plan: () throws -> ScaffoldPlan) throws -> ScaffoldPlan {
    try Files.whileLocked(lock) {
      try finish()
      let plan = try plan()
      try journal.apply(plan.edits)
      let pictures = try drawPictures()
      try journal.close()
      return ScaffoldPlan(edits: plan.edits + pictures.edits)
    }
  }

  private var journal: EditJournal { EditJournal(root: root) }

  private var lock: String { Path.join(root, ".build/mono/new.lock") }

  /// Finishes what a killed command has begun; `false` when there was nothing.
  package func finishKilled() throws -> Bool {
    try journal.isPending && Files.whileLocked(lock, finish)
  }

  @discardableResult
  private func finish() throws -> Bool {
    // Another process may have finished it meanwhile.
    guard journal.isPending else { return false }
    try journal.finish()
    for document in rules.documents { try journal.removeDrafts(of: document) }
    // The rules file may be one of the files.
    _ = try Session(
      root: root, rules: rules.path, cacheFolder: loader.evaluator.cacheFolder
    ).drawPictures()
    try journal.close()
    return true
  }

  /// What a new feature package consists of; nothing is written.
  package func planFeature(
    name: String, parent: String?, in workspace: Workspace
  ) throws -> ScaffoldPlan {
    let scaffold = scaffold(in: workspace)
    let package = try scaffold.plan(name: name, parent: parent)
    let selectors = try scaffold.selectors(of: FeatureName(name))
    return ScaffoldPlan(
      edits: package.edits + (try ruleEdits(name, selectors, beside: parent)))
  }

  /// The rules for all features hold for the new one, too.
  private func ruleEdits(
    _ name: String, _ selectors: [String], beside parent: String?
  ) throws(MonoError) -> [ScaffoldPlan.Edit] {
    guard let path = rules.path, !rules.features.rules.isEmpty,
      let before = Files.text(Path.join(root, path))
    else { return [] }
    let layered = Set(rules.rules.filter(\.hasLayers).map(\.name))
    var editor = RulesEditor(text: before)
    for rule in rules.features.rules {
      if layered.contains(rule) {
        try editor.add(selectors, toLayerOf: parent, inRule: rule)
      } else {
        try editor.add(name, toRule: rule)
      }
    }
    return [ScaffoldPlan.Edit(path: path, before: before, after: editor.text)]
  }

  /// Draws the pictures of documents anew; each document is written in one step.
  private func drawPictures() throws -> ScaffoldPlan {
    let documents = try workspace().updatedDocuments(of: rules)
    let edits = documents.map { path, text in
      ScaffoldPlan.Edit(path: path, before: Files.text(Path.join(root, path)), after: text)
    }
    for (path, text) in documents { try Files.write(text, to: Path.join(root, path)) }
    return ScaffoldPlan(edits: edits)
  }
}
