/// Plans a new feature package.
package struct FeatureScaffold: Sendable {
  package let workspace: Workspace
  package let settings: FeatureSettings
  package let evaluator: ManifestEvaluator

  package init(workspace: Workspace, settings: FeatureSettings, evaluator: ManifestEvaluator) {
    self.workspace = workspace
    self.settings = settings
    self.evaluator = evaluator
  }

  /// Everything that has to be written, checked as far as that is possible without writing.
  ///
  /// - Parameter parent: The package whose container opens the new scope; its runtime values are
  ///   handed on.
  /// - Throws: `MonoError.usage` for a bad or taken name and for an unknown parent.
  package func plan(name: String, parent: String?) throws -> ScaffoldPlan {
    let name = try FeatureName(name)
    try refuseTaken(name)
    let values = try parent.map { try runtimeValues(of: $0, for: name) } ?? []
    let filling = try TemplateFilling(
      name: name, parent: parent, container: try opener(of: parent) ?? settings.container,
      runtimeValues: values, scaffold: self)
    let folder = Path.join(settings.folder, name.type)
    var edits: [ScaffoldPlan.Edit] = []
    for (path, text) in try templates() {
      guard let place = try place(of: path, package: folder, filling) else { continue }
      guard !Files.exists(Path.join(workspace.root, place)) else {
        throw MonoError.usage("\(place) exists already.", hint: "Choose another name.")
      }
      let text = try formatted(try filling.fill(text), as: place)
      edits.append(ScaffoldPlan.Edit(path: place, before: nil, after: text))
    }
    let manifest = try evaluate(edits, package: folder)
    if let edit = try rootEdit(name, folder, manifest) { edits.append(edit) }
    return ScaffoldPlan(edits: edits)
  }

  private func refuseTaken(_ name: FeatureName) throws(MonoError) {
    let wanted = name.type.lowercased()
    let names =
      workspace.packages.map(\.name) + workspace.targets.map(\.name)
      + workspace.targets.flatMap(\.externalProducts).map(\.declared.name)
    let made = [wanted, wanted + "tests", name.kebab + "-preview"]
    if let taken = names.first(where: { made.contains($0.lowercased()) }) {
      throw .usage("There is already a '\(taken)'.", hint: "Choose another name.")
    }
    let folder = Path.join(settings.folder, name.type)
    if Files.exists(Path.join(workspace.root, folder)) {
      throw .usage("\(folder) exists already.", hint: "Choose another name, or remove it.")
    }
  }

  private func runtimeValues(
    of parent: String, for name: FeatureName
  ) throws(MonoError) -> [RuntimeValue] {
    let package = try workspace.packages(named: [parent])[0]
    let files = workspace.packages[package].targets.filter {
      workspace.targets[$0].kind == .library
    }.flatMap { workspace.swiftFiles(of: $0) }
    let container = "\(workspace.packages[package].name)Container"
    guard
      let values = RuntimeValues.find(container: container, in: files, root: workspace.root)
    else {
      throw .usage(
        "\(parent) has no \(container), so it opens no scope.", hint: "Name a feature package.")
    }
    return values
  }

  /// The container of the composition root that opens the parent's scope, and so the new one.
  private func opener(of parent: String?) throws -> String? {
    guard let parent, let root = settings.rootTarget else { return nil }
    let scopes = try ContainerTree(workspace: workspace, focus: root).scopes
    let openers = scopes.first { $0.name == "\(parent)Container" }?.parents ?? []
    return openers.first { opener in
      scopes.contains { $0.name == opener && $0.target == root }
    }
  }

  /// The repository's own templates, or the standard ones.
  private func templates() throws(MonoError) -> [(path: String, text: String)] {
    guard let folder = settings.templates else { return StandardTemplates.all }
    let place = Path.join(workspace.root, folder)
    let files = Files.descendants(of: place).filter { $0.hasSuffix(".template") }
    guard !files.isEmpty else {
      throw .failure(
        "There are no templates in \(folder).",
        hint: "Correct features.templates in the rules file.")
    }
    return files.map { file in
      (String(file.dropLast(".template".count)), Files.text(Path.join(place, file)) ?? "")
    }
  }

  /// Where a template's file goes; `nil` for the composition root of a repository without one.
  private func place(
    of path: String, package: String, _ filling: TemplateFilling
  ) throws(MonoError) -> String? {
    let filled = try filling.fill(path)
    if filled.hasPrefix("Package/") { return Path.join(package, String(filled.dropFirst(8))) }
    guard filled.hasPrefix("CompositionRoot/") else {
      throw .failure(
        "The template \(path) is neither in Package nor in CompositionRoot.",
        hint: "Move it into one of them.")
    }
    return settings.compositionRoot.map { Path.join($0, String(filled.dropFirst(16))) }
  }

  /// Evaluates the new manifest before anything is written.
  private func evaluate(
    _ edits: [ScaffoldPlan.Edit], package: String
  ) throws(MonoError) -> Manifest {
    let path = Path.join(package, "Package.swift")
    guard let manifest = edits.first(where: { $0.path == path })?.after else {
      throw .failure("The templates have no Package/Package.swift.", hint: "Add it.")
    }
    return try evaluated(manifest, at: package)
  }

  private func evaluated(_ manifest: String, at package: String) throws(MonoError) -> Manifest {
    let place = try Files.makeTemporaryFolder()
    let folder = Path.join(place, package)
    try Files.write(manifest, to: Path.join(folder, "Package.swift"))
    let result: Manifest
    do { result = try evaluator.evaluate(packageAt: folder) } catch {
      try Files.remove(place)
      throw error
    }
    try Files.remove(place)
    return result
  }

  /// Adds the package, the composition root's dependency on it and its tests to the root manifest.
  private func rootEdit(
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

  /// The text as the repository formats it, when it says how.
  private func formatted(_ text: String, as path: String) throws(MonoError) -> String {
    let configuration = Path.join(workspace.root, ".swift-format")
    guard path.hasSuffix(".swift"), Files.exists(configuration) else { return text }
    let result = try Subprocess.run(
      evaluator.toolchain.swift,
      ["format", "--configuration", configuration, "--assume-filename", path, "-"],
      input: Array(text.utf8))
    guard result.status == 0 else {
      throw .failure(
        "\(path) cannot be formatted: \(result.errorText.firstLine)",
        hint: "Correct the template or the manifest.")
    }
    return result.text
  }
}
