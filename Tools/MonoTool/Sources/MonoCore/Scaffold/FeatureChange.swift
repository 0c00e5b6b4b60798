import Basics

/// Plans the removal of a feature package and of what its making added elsewhere.
struct FeatureChange {
  let workspace: Workspace
  let rules: RulesFile
  let scaffold: FeatureScaffold
  let repository: Repository

  private var settings: FeatureSettings { rules.features }

  /// - Throws: `MonoError.usage` when there is no such feature, or something else needs it.
  func removalPlan(_ name: String) throws -> ScaffoldPlan {
    let folder = Path.join(settings.folder, name)
    guard
      let package = workspace.packages.first(where: { $0.name == name && $0.folder == folder })
    else {
      throw MonoError.usage(
        "There is no feature '\(name)' in \(settings.folder).", hint: "See 'mono graph'.")
    }
    let gone = try repository.files(matching: [folder, ":(glob)**/*+\(name).swift"]).filter {
      Path.isInside($0, folder) || Path.folder(of: $0) == settings.compositionRoot
    }
    try refuseUsed(package, gone)
    let removed = Set(gone).sorted().compactMap { path in
      Files.text(Path.join(workspace.root, path)).map {
        ScaffoldPlan.Edit(path: path, before: $0, after: nil)
      }
    }
    let edits = [try rootEdit(package), try listEdit(name), rulesEdit(name)].compactMap(\.self)
    return ScaffoldPlan(edits: removed + edits.filter { $0.before != $0.after })
  }

  /// Other targets, and files of the composition root that stay, may not need it.
  private func refuseUsed(
    _ package: Workspace.Package, _ gone: [String]
  ) throws(MonoError) {
    let own = Set(package.targets)
    let modules = Set(own.map { workspace.targets[$0].moduleName })
    for index in workspace.targets.indices where !own.contains(index) {
      let target = workspace.targets[index]
      // The root lists the package's own tests a second time.
      if own.isDisjoint(with: workspace.graph.successors[index])
        || Path.isInside(target.folder, package.folder)
      {
        continue
      }
      let user =
        target.name == settings.rootTarget
        ? workspace.swiftFiles(of: index).first { file in
          let source = Files.read(Path.join(workspace.root, file)) ?? []
          return !gone.contains(file)
            && ImportScanner.scan(source).imports.contains { modules.contains($0.module) }
        } : target.label
      if let user {
        throw .usage("\(user) needs \(package.name).", hint: "Remove that use first.")
      }
    }
  }

  /// Removes the package, dependencies on it and its tests from the root manifest.
  private func rootEdit(_ package: Workspace.Package) throws(MonoError) -> ScaffoldPlan.Edit? {
    let targets = Set(package.targets.map { workspace.targets[$0].name })
    let names = targets.union(package.manifest.products.map(\.name))
    return try edit("Package.swift") { (editor) throws(MonoError) in
      editor.removeElements { element, name in
        guard let name else { return false }
        if element.hasPrefix(".package(") { return Path.normalize(name) == package.folder }
        if element.hasPrefix(".product(") {
          return element.contains("package: \"\(Path.name(of: package.folder))\"")
        }
        return element.hasPrefix("\"")
          ? names.contains(name) : targets.contains(name) && element.contains("(")
      }
    }
  }

  private func listEdit(_ name: String) throws(MonoError) -> ScaffoldPlan.Edit? {
    guard let list = settings.list else { return nil }
    let filling = try TemplateFilling(
      name: FeatureName(name), parent: nil, container: settings.container, runtimeValues: [],
      scaffold: scaffold)
    let wanted = try filling.fill(list.element)
    return try edit(list.file) { (editor) throws(MonoError) in
      editor.removeElements { element, _ in element == wanted }
    }
  }

  private func edit(
    _ path: String, _ change: (inout ManifestEditor) throws(MonoError) -> Void
  ) throws(MonoError) -> ScaffoldPlan.Edit? {
    guard let before = Files.text(Path.join(workspace.root, path)) else { return nil }
    var editor = ManifestEditor(source: before)
    try change(&editor)
    let after = editor.source == before ? before : try scaffold.formatted(editor.source, as: path)
    return ScaffoldPlan.Edit(path: path, before: before, after: after)
  }

  private func rulesEdit(_ name: String) -> ScaffoldPlan.Edit? {
    guard let path = rules.path, let before = Files.text(Path.join(workspace.root, path)) else {
      return nil
    }
    var editor = RulesEditor(text: before)
    editor.remove([name, "\(name)/*"])
    return ScaffoldPlan.Edit(path: path, before: before, after: editor.text)
  }
}
