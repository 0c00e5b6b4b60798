extension FeatureScaffold {
  /// Whether a feature is targets of the root package, because no feature is a package.
  var isOneManifest: Bool {
    workspace.packages.contains { $0.folder.isEmpty }
      && !workspace.packages.contains {
        !$0.folder.isEmpty && Path.isInside($0.folder, settings.folder)
      }
  }

  /// What names exactly the feature's targets but the tests in a rule.
  func selectors(of name: FeatureName) -> [String] {
    guard isOneManifest, let root = workspace.packages.first(where: \.folder.isEmpty) else {
      return ["\(name.type)/*"]
    }
    return ["\(root.name)/\(name.type)", "\(root.name)/\(name.kebab)-preview"]
  }

  /// Everything that has to be written where one manifest has all targets.
  func targetsPlan(
    _ name: FeatureName, _ filling: TemplateFilling
  ) throws(MonoError) -> ScaffoldPlan {
    // The templates are those of a package, of which the root takes the targets.
    let place = "new"
    let files = try fileEdits(filling, package: place)
    let manifest = try evaluate(files, package: place)
    let edits = files.compactMap { edit -> ScaffoldPlan.Edit? in
      guard Path.isInside(edit.path, place) else { return edit }
      let path = Path.relative(edit.path, to: place)
      guard path.contains("/") else { return nil }
      return ScaffoldPlan.Edit(path: path, before: nil, after: edit.after)
    }
    if let taken = edits.first(where: { Files.exists(Path.join(workspace.root, $0.path)) }) {
      throw .usage("\(taken.path) exists already.", hint: "Choose another name.")
    }
    try refuseCollisions(edits)
    let before = Files.text(Path.join(workspace.root, "Package.swift")) ?? ""
    var editor = ManifestEditor(source: before)
    for target in manifest.targets {
      let kind = [.test: "testTarget", .executable: "executableTarget"][target.kind] ?? "target"
      let names = target.dependencies.map { "\"\($0.name)\"" }.joined(separator: ", ")
      try editor.addTarget(".\(kind)(name: \"\(target.name)\", dependencies: [\(names)])")
    }
    if let target = settings.rootTarget { try editor.addDependency(name.type, toTarget: target) }
    let after = try formatted(editor.source, as: "Package.swift")
    _ = try evaluated(after, at: "")
    let root = ScaffoldPlan.Edit(path: "Package.swift", before: before, after: after)
    return ScaffoldPlan(edits: edits + [root] + [try listEdit(filling)].compactMap(\.self))
  }
}
