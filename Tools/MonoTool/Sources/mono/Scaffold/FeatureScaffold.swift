import Basics

/// Plans a new feature package.
struct FeatureScaffold: Sendable {
  let workspace: Workspace
  let settings: FeatureSettings
  let toolchain: Toolchain

  /// Everything that has to be written, checked as far as that is possible without writing.
  ///
  /// - Parameter parent: The package whose container opens the new scope.
  func plan(name: String, parent: String?) throws -> ScaffoldPlan {
    let name = try freeName(name)
    let filling = TemplateFilling(
      name: name, parent: parent, container: try parent.flatMap(opener) ?? settings.container,
      settings: settings)
    let package = Path.join(settings.folder, name.type)
    let files = try newFiles(filling, package: package)
    try requireFreeTypes(files)
    return ScaffoldPlan(
      package: package, edits: files + (try entries(filling)),
      next: try settings.next.map(filling.fill))
  }

  private func path(_ file: String) -> String { Path.join(workspace.root, file) }

  /// - Throws: `MonoError.usage` for a bad or taken name.
  private func freeName(_ name: String) throws -> FeatureName {
    let name = try FeatureName(name)
    let names =
      workspace.packages.map(\.name) + workspace.targets.map(\.name)
      + workspace.targets.flatMap(\.dependencies).map(\.declared.name)
    let wanted = name.type.lowercased()
    let made = [wanted, wanted + "tests", name.kebab + "-preview"]
    if let taken = names.first(where: { made.contains($0.lowercased()) }) {
      throw MonoError.usage("There is already a '\(taken)'.", hint: "Choose another name.")
    }
    let folder = Path.join(settings.folder, name.type)
    if Files.exists(path(folder)) {
      throw MonoError.usage(
        "\(folder) exists already.", hint: "Choose another name, or remove the folder.")
    }
    return name
  }

  /// Refuses types, after which files are named, that the composition root has already.
  private func requireFreeTypes(_ files: [ScaffoldPlan.Edit]) throws {
    let names = files.map { Path.name(of: $0.path).replacing(".swift", with: "") }
    let root = workspace.targets.indices.filter { workspace[$0].name == settings.rootTarget }
    for file in root.flatMap(workspace.swiftFiles) {
      let text = Files.text(path(file)) ?? ""
      for match in text.matches(of: /\b(?:actor|class|enum|protocol|struct|typealias) (\w+)/)
      where names.contains(String(match.1)) {
        throw MonoError.usage("\(file) declares \(match.1) already.", hint: "Choose another name.")
      }
    }
  }

  /// The container of the composition root that opens the parent's scope, and so the new one.
  private func opener(of parent: String) throws -> String? {
    let package = workspace.packages[try workspace.packages(named: [parent])[0]].name
    let scopes = try ContainerTree(workspace: workspace, focus: settings.rootTarget).scopes
    guard let scope = scopes.first(where: { $0.name == "\(package)Container" }) else {
      throw MonoError.usage(
        "\(parent) has no \(package)Container, so it opens no scope.",
        hint: "Name a feature package.")
    }
    return scopes.first {
      $0.target == settings.rootTarget && scope.parents.contains($0.name)
    }?.name
  }

  /// The templates, filled and formatted.
  private func newFiles(_ filling: TemplateFilling, package: String) throws -> [ScaffoldPlan.Edit] {
    let names = Files.descendants(of: path(settings.templates)).filter { $0.hasSuffix(".template") }
    if names.isEmpty {
      throw MonoError.usage(
        "There are no templates in \(settings.templates).", hint: "Correct features.templates.")
    }
    let folders = ["Package": package, "CompositionRoot": settings.compositionRoot]
    return try names.map { template in
      let name = try filling.fill(String(template.dropLast(".template".count)))
      let kind = String(name.prefix { $0 != "/" })
      guard let folder = folders[kind], Files.isFolder(path(settings.compositionRoot)) else {
        throw MonoError.usage(
          "The template \(template) has no place.",
          hint: "Move it into Package or CompositionRoot, and correct features.compositionRoot.")
      }
      let file = Path.join(folder, String(name.dropFirst(kind.count + 1)))
      if Files.exists(path(file)) {
        throw MonoError.usage("\(file) exists already.", hint: "Choose another name.")
      }
      let text = try filling.fill(Files.text(path(Path.join(settings.templates, template))) ?? "")
      return ScaffoldPlan.Edit(path: file, before: nil, after: try formatted(text, as: file))
    }
  }

  /// The feature's entries in files that are there, such as the root manifest.
  private func entries(_ filling: TemplateFilling) throws -> [ScaffoldPlan.Edit] {
    var texts: [String: String] = [:]
    for edit in settings.edits {
      let known = texts[edit.file] ?? Files.text(path(edit.file)) ?? ""
      let places = known.ranges(of: edit.after)
      guard places.count == 1, let place = places.first else {
        throw MonoError.usage(
          "'\(edit.after)' stands \(places.count) times in \(edit.file), not once.",
          hint: "Correct features.edits in the rules file.")
      }
      texts[edit.file] =
        known[..<place.upperBound] + (try filling.fill(edit.add)) + known[place.upperBound...]
    }
    return try texts.sorted { $0.key < $1.key }.map { file, text in
      ScaffoldPlan.Edit(
        path: file, before: Files.text(path(file)), after: try formatted(text, as: file))
    }
  }

  /// The text as the repository formats it, when it says how.
  private func formatted(_ text: String, as file: String) throws -> String {
    let configuration = path(".swift-format")
    guard file.hasSuffix(".swift"), Files.exists(configuration) else { return text }
    let result = try Tool.run(
      toolchain.swift,
      ["format", "--configuration", configuration, "--assume-filename", file, "-"],
      input: Array(text.utf8))
    guard result.status.code == 0 else {
      throw MonoError.failure(
        "\(file) cannot be formatted: \(result.errorText.firstLine)",
        hint: "Correct the template, or features.edits in the rules file.")
    }
    return result.outputText
  }
}
