/// Plans a new feature package.
package struct FeatureScaffold: Sendable {
  package let workspace: Workspace
  package let settings: FeatureSettings
  package let toolchain: Toolchain

  /// Everything that has to be written, checked as far as that is possible without writing.
  ///
  /// - Parameter parent: The package whose container opens the new scope; its runtime values are
  ///   handed on.
  /// - Throws: `MonoError.usage` for a bad or taken name and for an unknown parent.
  package func plan(name: String, parent: String?) throws -> ScaffoldPlan {
    let name = try freeName(name)
    let values = try parent.map(runtimeValues) ?? []
    let filling = try TemplateFilling(
      name: name, parent: parent, container: try opener(of: parent) ?? settings.container,
      runtimeValues: values, scaffold: self)
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
    if Files.exists(Path.join(workspace.root, folder)) {
      throw .usage(
        "\(folder) exists already.",
        hint: "Choose another name, or remove what a killed run left: git clean -fd -- \(folder)")
    }
    return name
  }

  private func runtimeValues(of parent: String) throws -> [RuntimeValue] {
    let package = try workspace.packages(named: [parent])[0]
    let container = "\(workspace.packages[package].name)Container"
    let tree = try ContainerTree(workspace: workspace, focus: workspace.packages[package].name)
    guard let scope = tree.scopes.first(where: { $0.name == container }) else {
      throw MonoError.usage(
        "\(parent) has no \(container), so it opens no scope.", hint: "Name a feature package.")
    }
    return scope.runtimeValues
  }

  /// The container of the composition root that opens the parent's scope, and so the new one.
  private func opener(of parent: String?) throws -> String? {
    guard let parent, let root = settings.rootTarget else { return nil }
    let scopes = try ContainerTree(workspace: workspace, focus: root).scopes
    let openers = scopes.first { $0.name == "\(parent)Container" }?.parents ?? []
    return openers.map { scopes[$0] }.first { $0.target == root }?.name
  }
}
