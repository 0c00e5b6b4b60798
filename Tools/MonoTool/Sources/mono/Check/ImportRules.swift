/// Rules that compare what is imported with what is declared.
extension Checker {
  func undeclaredImports(_ rule: Rule) -> [Finding] {
    workspace.targets.indices.flatMap { index -> [Finding] in
      let declared = declaredModules(of: index)
      return sources.imports(of: index).compactMap { file, statement in
        let module = statement.module
        guard !declared.contains(module), module != workspace[index].moduleName else { return nil }
        guard let target = modules.target(module, importedBy: index) else { return nil }
        return rule.finding(
          file, statement.line, from: label(index), to: module,
          "\(label(index)) imports \(module) without declaring it.",
          edge: TargetEdge(from: index, to: target), fix: remedy(toDeclare: target, in: index))
      }
    }
  }

  /// The names that a target may import from the repository and from declared products.
  private func declaredModules(of index: Int) -> Set<String> {
    let dependencies = workspace[index].dependencies
    return Set(dependencies.flatMap(\.targets).flatMap(modules.names))
      .union(dependencies.filter(\.isExternal).map { Workspace.moduleName(for: $0.declared.name) })
      .union(dependencies.flatMap(\.declared.aliases))
  }

  private func remedy(toDeclare target: Int, in index: Int) -> String {
    let name = workspace[target].name
    let place = "to the dependencies of \(workspace[index].name) in \(manifestPath(of: index))"
    let provider = workspace.package(of: target)
    let own = workspace.package(of: index)
    if provider.folder == own.folder { return "Add \"\(name)\" \(place)." }
    guard let product = provider.manifest.products.first(where: { $0.targets.contains(name) })
    else { return "No product of \(provider.name) offers \(name): remove the import." }
    let path = Path.relative(provider.folder, to: own.folder)
    let known = own.manifest.dependencies.first {
      $0.path.map { Path.join(own.folder, $0) } == provider.folder
    }
    let package = known == nil ? ", and .package(path: \"\(path)\") to the package's" : ""
    // A package at the root is called after the folder of the clone.
    let identity = known?.name ?? Path.name(of: Path.join(workspace.root, provider.folder))
    return "Add .product(name: \"\(product.name)\", package: \"\(identity)\") \(place)\(package)."
  }

  func unusedDependencies(_ rule: Rule) -> [Finding] {
    let excepted = workspace.targets(rule.except)
    return workspace.targets.indices.flatMap { index -> [Finding] in
      guard !excepted.contains(index), sources.hasCode(index),
        workspace[index].kind != .plugin
      else { return [] }
      let imported = Set(sources.imports(of: index).map(\.statement.module))
      return workspace[index].dependencies.compactMap { dependency in
        guard !isUsed(dependency, by: index, imported: imported) else { return nil }
        let name = dependency.declared.name
        return rule.finding(
          manifestPath(of: index), workspace.manifestLine(of: name, in: index), from: label(index),
          to: name, "\(label(index)) declares \(name), but none of its files imports it.",
          fix: "Remove \"\(name)\" from the dependencies of \(workspace[index].name).")
      }
    }
  }

  private func isUsed(
    _ dependency: Workspace.Dependency, by index: Int, imported: Set<String>
  ) -> Bool {
    if dependency.declared.isPlugin || dependency.isExternal { return true }
    let names = dependency.targets.flatMap(modules.names) + dependency.declared.aliases
    if names.contains(where: imported.contains) { return true }
    return dependency.targets.contains { target in
      switch workspace[target].kind {
      // The module in a binary can have any name; macros, plugins and their tools are run.
      case .binary, .macro, .plugin: true
      // A test may start a program instead of importing it.
      case .executable: workspace[index].kind == .test
      case .library, .test, .system: false
      }
    }
  }
}
