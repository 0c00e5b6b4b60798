/// Rules that compare what is imported with what is declared.
extension Checker {
  func undeclaredImports(_ rule: Rule) -> [Finding] {
    workspace.targets.indices.flatMap { index -> [Finding] in
      let declared = declaredModules(of: index)
      return sources.imports(of: index).compactMap { file, statement in
        let module = statement.module
        guard !declared.contains(module), module != workspace.targets[index].moduleName else {
          return nil
        }
        if let target = modules.target(module, importedBy: index) {
          var finding = undeclared(
            rule, index, statement, file, remedy: remedy(toDeclare: target, in: index))
          finding.edge = TargetEdge(from: index, to: target)
          return finding
        }
        guard let package = modules.externalProducts[module] else { return nil }
        return undeclared(
          rule, index, statement, file,
          remedy: "Add .product(name: \"\(module)\", package: \"\(package)\"), which other targets"
            + " declare, to the dependencies of \(workspace.targets[index].name) in"
            + " \(manifestPath(of: index)).")
      }
    }
  }

  private func undeclared(
    _ rule: Rule, _ index: Int, _ statement: ImportStatement, _ file: String, remedy: String
  ) -> Finding {
    let condition = statement.isConditional ? " (inside #if)" : ""
    return Finding(
      rule: rule.name, from: label(index), to: statement.module, file: file, line: statement.line,
      message: "\(label(index)) imports \(statement.module)\(condition) without declaring it.",
      reason: rule.reason, remedy: remedy)
  }

  /// The names that a target may import from the repository and from declared products.
  private func declaredModules(of index: Int) -> Set<String> {
    let target = workspace.targets[index]
    let external = target.externalProducts.map(\.declared)
    let declared = target.dependencies.map(\.declared) + external
    return Set(target.dependencies.flatMap(\.targets).flatMap(modules.names))
      .union(external.map { Workspace.moduleName(for: $0.name) })
      .union(declared.flatMap(\.moduleAliases.values))
  }

  private func remedy(toDeclare target: Int, in index: Int) -> String {
    let name = workspace.targets[target].name
    let place =
      "to the dependencies of \(workspace.targets[index].name) in \(manifestPath(of: index))"
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
        workspace.targets[index].kind != .plugin
      else { return [] }
      let imported = Set(sources.imports(of: index).map(\.statement.module))
        .union(sources.macroModules(of: index))
      return workspace.targets[index].dependencies.compactMap { dependency in
        guard !isUsed(dependency, by: index, imported: imported) else { return nil }
        let name = dependency.declared.name
        return Finding(
          rule: rule.name, from: label(index), to: name, file: manifestPath(of: index),
          line: manifests.line(of: name, in: index),
          message: "\(label(index)) declares \(name), but none of its files imports it.",
          reason: rule.reason,
          remedy: "Remove \"\(name)\" from the dependencies of \(workspace.targets[index].name).")
      }
    } + unusedPackages(rule, excepted: excepted)
  }

  /// Packages of the repository that a manifest names and none of its targets depends on. One with
  /// a program or a plugin may be named to be run.
  private func unusedPackages(_ rule: Rule, excepted: Set<Int>) -> [Finding] {
    workspace.packages.indices.flatMap { index -> [Finding] in
      let package = workspace.packages[index]
      if !package.targets.isEmpty, package.targets.allSatisfy(excepted.contains) { return [] }
      let used = Set(
        package.targets.flatMap { workspace.graph.successors[$0] }.map {
          workspace.package(of: $0).folder
        })
      return package.manifest.dependencies.compactMap(\.path).compactMap { path in
        let folder = Path.join(package.folder, path)
        guard !used.contains(folder),
          let named = workspace.packages.first(where: { $0.folder == folder }),
          named.manifest.products.allSatisfy({ $0.kind == "library" })
        else { return nil }
        return Finding(
          rule: rule.name, from: package.name, to: named.name, file: package.manifestPath,
          line: manifests.line(ofText: path, inPackage: index),
          message:
            "\(package.name) declares the package \(path), but none of its targets needs it.",
          reason: rule.reason, remedy: "Remove the .package(path: \"\(path)\").")
      }
    }
  }

  private func isUsed(
    _ dependency: Workspace.Dependency, by index: Int, imported: Set<String>
  ) -> Bool {
    if dependency.declared.isPlugin { return true }
    let names = dependency.targets.flatMap(modules.names) + dependency.declared.moduleAliases.values
    if names.contains(where: imported.contains) { return true }
    return dependency.targets.contains { target in
      switch workspace.targets[target].kind {
      // The module in a binary can have any name; plugins and their tools are run, not imported.
      case .binary, .plugin: true
      // A test may start a program instead of importing it.
      case .executable: workspace.targets[index].kind == .test
      case .library, .test, .system, .macro: false
      }
    }
  }
}
