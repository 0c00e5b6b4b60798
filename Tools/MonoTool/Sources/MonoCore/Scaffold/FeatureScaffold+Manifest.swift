import Basics

extension FeatureScaffold {
  /// Evaluates the new manifest before anything is written.
  func evaluate(
    _ edits: [ScaffoldPlan.Edit], package: String
  ) throws(MonoError) -> Manifest {
    let path = Path.join(package, "Package.swift")
    guard let manifest = edits.first(where: { $0.path == path })?.after else {
      throw .failure("The templates have no Package/Package.swift.", hint: "Add it.")
    }
    return try evaluated(manifest, at: package)
  }

  func evaluated(_ manifest: String, at package: String) throws(MonoError) -> Manifest {
    let place = try Files.makeTemporaryFolder()
    defer { extendLifetime(place) }
    let folder = Path.join(place.path, package)
    try Files.write(manifest, to: Path.join(folder, "Package.swift"))
    return try evaluator.evaluate(packageAt: folder)
  }

  /// Adds the package, the composition root's dependency on it and its tests to the root manifest.
  func rootEdit(
    _ name: FeatureName, _ folder: String, _ manifest: Manifest
  ) throws(MonoError) -> ScaffoldPlan.Edit? {
    guard let root = workspace.packages.first(where: { $0.folder.isEmpty }),
      let before = Files.text(Path.join(workspace.root, "Package.swift"))
    else { return nil }
    var editor = ManifestEditor(source: before)
    try editor.addPackage(path: folder)
    if let target = settings.rootTarget { try editor.addDependency(name.type, toTarget: target) }
    if let tests = try RootTests(settings: settings, manifest: manifest, folder: folder)
      .declaration(of: "\(name.type)Tests"), editor.listsBorrowedTests(like: tests)
    {
      let known = Set(root.manifest.dependencies.compactMap(\.path) + [folder])
      for dependency in manifest.dependencies.compactMap(\.path) {
        let path = Path.join(folder, dependency)
        if !known.contains(path) { try editor.addPackage(path: path) }
      }
      try editor.addTestTarget(tests)
    }
    let after = try formatted(editor.source, as: "Package.swift")
    if after != before { _ = try evaluated(after, at: "") }
    return ScaffoldPlan.Edit(path: "Package.swift", before: before, after: after)
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
