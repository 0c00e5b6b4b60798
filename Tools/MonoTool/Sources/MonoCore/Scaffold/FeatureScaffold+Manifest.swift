import Basics

extension FeatureScaffold {
  /// Adds the package, the composition root's dependency on it and its tests to the root manifest.
  func rootEdit(
    _ name: FeatureName, _ filling: TemplateFilling
  ) throws(MonoError) -> ScaffoldPlan.Edit? {
    guard let root = workspace.packages.first(where: { $0.folder.isEmpty }),
      let before = Files.text(Path.join(workspace.root, "Package.swift"))
    else { return nil }
    let folder = Path.join(settings.folder, name.type)
    var editor = ManifestEditor(source: before)
    try editor.addPackage(path: folder)
    if let target = settings.rootTarget { try editor.addDependency(name.type, toTarget: target) }
    if let form = settings.rootTests {
      let known = Set(root.manifest.dependencies.compactMap(\.path))
      for path in filling.packages where !known.contains(path) {
        try editor.addPackage(path: path)
      }
      try editor.addTestTarget(filling.fill(form))
    }
    return ScaffoldPlan.Edit(
      path: "Package.swift", before: before,
      after: try formatted(editor.source, as: "Package.swift"))
  }

  /// Adds the feature to the composition root's list, when it has one.
  func listEdit(_ filling: TemplateFilling) throws(MonoError) -> ScaffoldPlan.Edit? {
    guard let list = settings.list else { return nil }
    guard let before = Files.text(Path.join(workspace.root, list.file)) else {
      throw .failure(
        "\(list.file) cannot be read.", hint: "Correct features.list in the rules file.")
    }
    var editor = ManifestEditor(source: before)
    try editor.add(filling.fill(list.element), toVariable: list.variable)
    return ScaffoldPlan.Edit(
      path: list.file, before: before, after: try formatted(editor.source, as: list.file))
  }
}
