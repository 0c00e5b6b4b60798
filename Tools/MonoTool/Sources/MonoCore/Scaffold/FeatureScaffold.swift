import Basics

/// Plans a new feature package.
package struct FeatureScaffold: Sendable {
  package let workspace: Workspace
  package let settings: FeatureSettings
  package let toolchain: Toolchain

  /// Everything that has to be written, checked as far as that is possible without writing.
  ///
  /// - Parameter parent: The package whose container opens the new scope.
  package func plan(name: String, parent: String?) throws -> ScaffoldPlan {
    let name = try freeName(name)
    let filling = TemplateFilling(
      name: name, parent: parent, container: try parent.flatMap(opener) ?? settings.container,
      settings: settings)
    let files = try newFiles(filling, package: Path.join(settings.folder, name.type))
    try requireFreeTypes(files)
    let next = try settings.next.map { (line) throws(MonoError) in try filling.fill(line) }
    return ScaffoldPlan(edits: files + (try entries(filling)), next: next)
  }

  /// Refuses types, after which files are named, that the composition root has already.
  private func requireFreeTypes(_ files: [ScaffoldPlan.Edit]) throws {
    let names = files.map { Path.name(of: $0.path).replacing(".swift", with: "") }
    let root = workspace.targets.indices.filter {
      workspace.targets[$0].name == settings.rootTarget
    }
    for file in root.flatMap(workspace.swiftFiles) {
      let text = Files.text(Path.join(workspace.root, file)) ?? ""
      for match in text.matches(of: #/\b(?:actor|class|enum|protocol|struct|typealias) (\w+)/#)
      where names.contains(String(match.1)) {
        throw MonoError.usage("\(file) declares \(match.1) already.", hint: "Choose another name.")
      }
    }
  }

  /// The templates, filled and formatted.
  func newFiles(
    _ filling: TemplateFilling, package folder: String
  ) throws(MonoError) -> [ScaffoldPlan.Edit] {
    guard let templates = settings.templates else {
      throw .usage(
        "The rules file names no templates for features.",
        hint: "Write a folder of templates and name it in features.templates.")
    }
    let source = Path.join(workspace.root, templates)
    let names = Files.descendants(of: source).filter { $0.hasSuffix(".template") }
    guard !names.isEmpty else {
      throw .failure("There are no templates in \(templates).", hint: "Correct features.templates.")
    }
    return try names.map { (template) throws(MonoError) in
      let path = try place(
        of: filling.fill(String(template.dropLast(".template".count))), package: folder)
      guard !Files.exists(Path.join(workspace.root, path)) else {
        throw .usage("\(path) exists already.", hint: "Choose another name.")
      }
      let text = try filling.fill(Files.text(Path.join(source, template)) ?? "")
      return ScaffoldPlan.Edit(path: path, before: nil, after: try formatted(text, as: path))
    }
  }

  /// Where a template's file goes.
  private func place(of path: String, package: String) throws(MonoError) -> String {
    if path.hasPrefix("Package/") { return Path.join(package, String(path.dropFirst(8))) }
    guard path.hasPrefix("CompositionRoot/"), let root = settings.compositionRoot,
      Files.isFolder(Path.join(workspace.root, root))
    else {
      throw .usage(
        "The template \(path) has no place.",
        hint: "Move it into Package or CompositionRoot, and correct features.compositionRoot.")
    }
    return Path.join(root, String(path.dropFirst(16)))
  }

  /// The feature's entries in files that are there, such as the root manifest.
  func entries(_ filling: TemplateFilling) throws(MonoError) -> [ScaffoldPlan.Edit] {
    var texts: [String: String] = [:]
    for edit in settings.edits {
      let known = texts[edit.file] ?? Files.text(Path.join(workspace.root, edit.file)) ?? ""
      let places = known.ranges(of: edit.after)
      guard places.count == 1, let place = places.first else {
        throw .usage(
          "'\(edit.after)' stands \(places.count) times in \(edit.file), not once.",
          hint: "Correct features.edits in the rules file.")
      }
      texts[edit.file] =
        known[..<place.upperBound] + (try filling.fill(edit.add)) + known[place.upperBound...]
    }
    return try texts.sorted { $0.key < $1.key }.map { (file, text) throws(MonoError) in
      ScaffoldPlan.Edit(
        path: file, before: Files.text(Path.join(workspace.root, file)),
        after: try formatted(text, as: file))
    }
  }

  /// - Throws: `MonoError.usage` for a bad or taken name.
  func freeName(_ name: String) throws(MonoError) -> FeatureName {
    let name = try FeatureName(name)
    let wanted = name.type.lowercased()
    let names =
      workspace.packages.map(\.name) + workspace.targets.map(\.name)
      + workspace.targets.flatMap(\.externalProducts).map(\.declared.name)
    let made = [wanted, wanted + "tests", name.kebab + "-preview"]
    if let taken = names.first(where: { made.contains($0.lowercased()) }) {
      throw .usage("There is already a '\(taken)'.", hint: "Choose another name.")
    }
    let folder = Path.join(settings.folder, name.type)
    guard !Files.exists(Path.join(workspace.root, folder)) else {
      throw .usage(
        "\(folder) exists already.",
        hint: "Choose another name, or remove what a killed run left: git clean -fd -- \(folder)")
    }
    return name
  }

  /// The container of the composition root that opens the parent's scope, and so the new one.
  private func opener(of parent: String) throws -> String? {
    let package = workspace.packages[try workspace.packages(named: [parent])[0]].name
    let focus = settings.rootTarget ?? package
    let scopes = try ContainerTree(workspace: workspace, focus: focus).scopes
    guard let scope = scopes.first(where: { $0.name == "\(package)Container" }) else {
      throw MonoError.usage(
        "\(parent) has no \(package)Container, so it opens no scope.",
        hint: "Name a feature package.")
    }
    return scope.parents.map { scopes[$0] }.first { $0.target == settings.rootTarget }?.name
  }

  /// The text as the repository formats it, when it says how.
  private func formatted(_ text: String, as path: String) throws(MonoError) -> String {
    let configuration = Path.join(workspace.root, ".swift-format")
    guard path.hasSuffix(".swift"), Files.exists(configuration) else { return text }
    let result = try Tool.run(
      toolchain.swift,
      ["format", "--configuration", configuration, "--assume-filename", path, "-"],
      input: Array(text.utf8))
    guard result.status.code == 0 else {
      throw .failure(
        "\(path) cannot be formatted: \(result.errorText.firstLine)",
        hint: "Correct the template, or features.edits in the rules file.")
    }
    return result.outputText
  }
}
