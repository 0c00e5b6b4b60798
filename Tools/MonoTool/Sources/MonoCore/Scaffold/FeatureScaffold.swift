import Basics
import SwiftParser
import SwiftSyntax

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
    let edits = try fileEdits(filling, package: Path.join(settings.folder, name.type))
    try refuseCollisions(edits)
    let others = [try rootEdit(name, filling), try listEdit(filling)]
    return ScaffoldPlan(edits: edits + others.compactMap(\.self))
  }

  /// The templates, filled and formatted.
  func fileEdits(
    _ filling: TemplateFilling, package folder: String
  ) throws(MonoError) -> [ScaffoldPlan.Edit] {
    var edits: [ScaffoldPlan.Edit] = []
    for (path, text) in try templates() {
      guard let place = try place(of: path, package: folder, filling) else { continue }
      guard !Files.exists(Path.join(workspace.root, place)) else {
        throw .usage("\(place) exists already.", hint: "Choose another name.")
      }
      let text = try formatted(try filling.fill(text), as: place)
      edits.append(ScaffoldPlan.Edit(path: place, before: nil, after: text))
    }
    return edits
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

  /// Adds the package, the composition root's dependency on it and its tests to the root manifest.
  func rootEdit(
    _ name: FeatureName, _ filling: TemplateFilling
  ) throws(MonoError) -> ScaffoldPlan.Edit? {
    guard let before = Files.text(Path.join(workspace.root, "Package.swift")) else { return nil }
    var editor = ManifestEditor(source: before)
    try editor.addPackage(path: Path.join(settings.folder, name.type))
    if let target = settings.rootTarget { try editor.addDependency(name.type, toTarget: target) }
    if let form = settings.rootTests { try editor.addTestTarget(filling.fill(form)) }
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

  func templates() throws(MonoError) -> [(path: String, text: String)] {
    guard let folder = settings.templates else {
      throw .usage(
        "The rules file names no templates for features.",
        hint: "Write a folder of templates and name it in features.templates.")
    }
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
  func place(
    of path: String, package: String, _ filling: TemplateFilling
  ) throws(MonoError) -> String? {
    let filled = try filling.fill(path)
    if filled.hasPrefix("Package/") { return Path.join(package, String(filled.dropFirst(8))) }
    guard filled.hasPrefix("CompositionRoot/") else {
      throw .failure(
        "The template \(path) is neither in Package nor in CompositionRoot.",
        hint: "Move it into one of them.")
    }
    guard let root = settings.compositionRoot else { return nil }
    guard Files.isFolder(Path.join(workspace.root, root)) else {
      throw .usage(
        "There is no folder \(root).", hint: "Correct features.compositionRoot in the rules file.")
    }
    return Path.join(root, String(filled.dropFirst(16)))
  }

  /// The text as the repository formats it, when it says how.
  func formatted(_ text: String, as path: String) throws(MonoError) -> String {
    let configuration = Path.join(workspace.root, ".swift-format")
    guard path.hasSuffix(".swift"), Files.exists(configuration) else { return text }
    let result = try Tool.run(
      toolchain.swift,
      ["format", "--configuration", configuration, "--assume-filename", path, "-"],
      input: Array(text.utf8))
    guard result.status.code == 0 else {
      throw .failure(
        "\(path) cannot be formatted: \(result.errorText.firstLine)",
        hint: "Correct the template or the manifest.")
    }
    return result.outputText
  }

  /// The names of the types at the top level of a Swift file.
  private static func typeNames(in source: String) -> Set<String> {
    // An extension has no name of its own, and functions can share theirs.
    let types = Parser.parse(source: source).statements.map(\.item)
      .filter { !$0.is(FunctionDeclSyntax.self) }
    return Set(types.compactMap { $0.asProtocol((any NamedDeclSyntax).self)?.name.text })
  }

  /// Refuses a name that makes two types of one name where both are seen: in the composition root,
  /// which imports every feature.
  private func refuseCollisions(_ edits: [ScaffoldPlan.Edit]) throws(MonoError) {
    let sources = edits.filter { $0.path.hasSuffix(".swift") && !$0.path.contains("/Tests/") }
    let new = Set(sources.flatMap { Self.typeNames(in: $0.after) })
    let root = workspace.targets.indices.filter {
      workspace.targets[$0].name == settings.rootTarget
    }
    for target in workspace.graph.reachable(from: root).sorted() {
      for file in workspace.swiftFiles(of: target) {
        guard let text = Files.text(Path.join(workspace.root, file)),
          new.contains(where: { text.contains($0) }),
          let taken = Self.typeNames(in: text).intersection(new).min()
        else { continue }
        throw .usage(
          "The feature would declare \(taken), which \(file) declares, too.",
          hint: "Choose another name.")
      }
    }
  }
}
