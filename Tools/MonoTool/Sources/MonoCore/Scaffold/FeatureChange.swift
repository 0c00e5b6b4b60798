import Basics

/// Plans the removal, or another name, of a feature package and of what its making added elsewhere.
struct FeatureChange {
  let workspace: Workspace
  let rules: RulesFile
  let scaffold: FeatureScaffold
  let repository: Repository

  var settings: FeatureSettings { rules.features }

  /// - Throws: `MonoError.usage` when there is no such package beside the others.
  func feature(_ name: String) throws(MonoError) -> Workspace.Package {
    guard
      let package = workspace.packages.first(where: {
        $0.name == name && $0.folder == Path.join(settings.folder, name)
      })
    else {
      throw .usage(
        "There is no feature '\(name)' in \(settings.folder).", hint: "See 'mono graph'.")
    }
    return package
  }

  /// The package's files, and those of the composition root that are named after it.
  func files(of package: Workspace.Package) throws(MonoError) -> [String] {
    try repository.files(matching: [package.folder, ":(glob)**/*+\(package.name).swift"])
      .filter { Path.isInside($0, package.folder) || isComposition($0, of: package.name) }
  }

  /// - Throws: `MonoError.usage` when there is no such feature, or something else needs it.
  func removalPlan(_ name: String) throws -> ScaffoldPlan {
    let package = try feature(name)
    let gone = try files(of: package)
    try refuseUsed(package, gone)
    let removed = Set(gone).sorted().compactMap { path in
      Files.text(Path.join(workspace.root, path)).map {
        ScaffoldPlan.Edit(path: path, before: $0, after: nil)
      }
    }
    var edits = [try rootEdit(package), try listEdit(name), rulesEdit(name)].compactMap(\.self)
    edits.removeAll { $0.before == $0.after }
    return ScaffoldPlan(edits: removed + edits)
  }

  private func isComposition(_ path: String, of name: String) -> Bool {
    settings.compositionRoot.map { Path.folder(of: path) == $0 } == true
      && path.hasSuffix("+\(name).swift")
  }

  /// Other packages, and files of the composition root that stay, may not need it.
  private func refuseUsed(
    _ package: Workspace.Package, _ gone: [String]
  ) throws(MonoError) {
    let own = Set(package.targets)
    let modules = Set(own.map { workspace.targets[$0].moduleName })
    for index in workspace.targets.indices where !own.contains(index) {
      let target = workspace.targets[index]
      if own.isDisjoint(with: workspace.graph.successors[index]) { continue }
      let isRoot = target.name == settings.rootTarget
      // The root lists the package's own tests a second time.
      if Path.isInside(target.folder, package.folder) { continue }
      let user =
        isRoot
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
        if element.hasPrefix("\"") { return names.contains(name) }
        return targets.contains(name) && element.contains("(")
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
    editor.remove(name)
    return ScaffoldPlan.Edit(path: path, before: before, after: editor.text)
  }
}

extension Session {
  /// Removes a feature package and all that its making added elsewhere.
  ///
  /// - Returns: Everything that was written.
  package func removeFeature(name: String) throws -> ScaffoldPlan {
    try change { try planRemoval(name: name, in: workspace()) }
  }

  /// What a removal changes; nothing is written.
  package func planRemoval(name: String, in workspace: Workspace) throws -> ScaffoldPlan {
    try featureChange(in: workspace).removalPlan(name)
  }

  /// Gives a feature another name.
  ///
  /// - Returns: Everything that was written.
  package func renameFeature(name: String, to newName: String) throws -> ScaffoldPlan {
    try change { try planRenaming(name: name, to: newName, in: workspace()) }
  }

  /// What another name changes; nothing is written.
  package func planRenaming(
    name: String, to newName: String, in workspace: Workspace
  ) throws -> ScaffoldPlan {
    try featureChange(in: workspace).renamingPlan(from: name, to: newName)
  }

  private func featureChange(in workspace: Workspace) throws(MonoError) -> FeatureChange {
    guard let repository else {
      throw .usage(
        "\(root) is not in a git repository, so nothing could be brought back.",
        hint: "Run 'git init' and commit.")
    }
    return FeatureChange(
      workspace: workspace, rules: rules, scaffold: scaffold(in: workspace), repository: repository)
  }

  func scaffold(in workspace: Workspace) -> FeatureScaffold {
    FeatureScaffold(
      workspace: workspace, settings: rules.features, evaluator: loader.evaluator)
  }
}
