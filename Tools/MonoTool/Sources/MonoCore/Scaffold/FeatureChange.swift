import Basics

/// Plans the removal, or another name, of a feature package and of what its making added elsewhere.
struct FeatureChange {
  let workspace: Workspace
  let rules: RulesFile
  let scaffold: FeatureScaffold
  let repository: Repository

  var settings: FeatureSettings { rules.features }

  /// A feature: a package, or targets of the root package where no feature is a package.
  struct Feature {
    let name: String
    let targets: [Int]
    /// Where its files are.
    let folders: [String]
    /// The products of the package, which others can depend on.
    let products: [String]
    /// The folder of the package; `nil` for targets of the root package.
    let package: String?
  }

  /// - Throws: `MonoError.usage` when there is no such feature.
  func feature(_ name: String) throws(MonoError) -> Feature {
    let folder = Path.join(settings.folder, name)
    if let package = workspace.packages.first(where: { $0.name == name && $0.folder == folder }) {
      return Feature(
        name: name, targets: Array(package.targets), folders: [package.folder],
        products: package.manifest.products.map(\.name), package: package.folder)
    }
    if scaffold.isOneManifest, let root = workspace.packages.first(where: \.folder.isEmpty) {
      let names: Set = [name, "\(name)Tests", "\(try FeatureName(name).kebab)-preview"]
      let targets = root.targets.filter { names.contains(workspace.targets[$0].name) }
      if targets.contains(where: { workspace.targets[$0].name == name }) {
        return Feature(
          name: name, targets: targets, folders: targets.map { workspace.targets[$0].folder },
          products: [], package: nil)
      }
    }
    throw .usage("There is no feature '\(name)' in \(settings.folder).", hint: "See 'mono graph'.")
  }

  /// The feature's files, and those of the composition root that are named after it.
  func files(of feature: Feature) throws(MonoError) -> [String] {
    try repository.files(matching: feature.folders + [":(glob)**/*+\(feature.name).swift"])
      .filter { file in
        feature.folders.contains { Path.isInside(file, $0) }
          || isComposition(file, of: feature.name)
      }
  }

  /// - Throws: `MonoError.usage` when there is no such feature, or something else needs it.
  func removalPlan(_ name: String) throws -> ScaffoldPlan {
    let feature = try feature(name)
    let gone = try files(of: feature)
    try refuseUsed(feature, gone)
    let removed = Set(gone).sorted().compactMap { path in
      Files.text(Path.join(workspace.root, path)).map {
        ScaffoldPlan.Edit(path: path, before: $0, after: nil)
      }
    }
    var edits = [try rootEdit(feature), try listEdit(name), rulesEdit(feature)].compactMap(\.self)
    edits.removeAll { $0.before == $0.after }
    return ScaffoldPlan(edits: removed + edits)
  }

  private func isComposition(_ path: String, of name: String) -> Bool {
    settings.compositionRoot.map { Path.folder(of: path) == $0 } == true
      && path.hasSuffix("+\(name).swift")
  }

  /// Other targets, and files of the composition root that stay, may not need it.
  private func refuseUsed(
    _ feature: Feature, _ gone: [String]
  ) throws(MonoError) {
    let own = Set(feature.targets)
    let modules = Set(own.map { workspace.targets[$0].moduleName })
    for index in workspace.targets.indices where !own.contains(index) {
      let target = workspace.targets[index]
      if own.isDisjoint(with: workspace.graph.successors[index]) { continue }
      let isRoot = target.name == settings.rootTarget
      // The root lists the package's own tests a second time.
      if let package = feature.package, Path.isInside(target.folder, package) { continue }
      let user =
        isRoot
        ? workspace.swiftFiles(of: index).first { file in
          let source = Files.read(Path.join(workspace.root, file)) ?? []
          return !gone.contains(file)
            && ImportScanner.scan(source).imports.contains { modules.contains($0.module) }
        } : target.label
      if let user {
        throw .usage("\(user) needs \(feature.name).", hint: "Remove that use first.")
      }
    }
  }

  /// Removes the package, dependencies on it and its tests, or the targets, from the root manifest.
  private func rootEdit(_ feature: Feature) throws(MonoError) -> ScaffoldPlan.Edit? {
    let targets = Set(feature.targets.map { workspace.targets[$0].name })
    let names = targets.union(feature.products)
    return try edit("Package.swift") { (editor) throws(MonoError) in
      editor.removeElements { element, name in
        guard let name else { return false }
        if element.hasPrefix(".package(") {
          return feature.package.map { Path.normalize(name) == $0 } ?? false
        }
        if element.hasPrefix(".product(") {
          return feature.package.map { element.contains("package: \"\(Path.name(of: $0))\"") }
            ?? false
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

  private func rulesEdit(_ feature: Feature) -> ScaffoldPlan.Edit? {
    guard let path = rules.path, let before = Files.text(Path.join(workspace.root, path)) else {
      return nil
    }
    var editor = RulesEditor(text: before)
    let targets = feature.package == nil ? feature.targets.map(workspace.qualifiedName) : []
    editor.remove([feature.name, "\(feature.name)/*"] + targets)
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
