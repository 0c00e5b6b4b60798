extension Workspace {
  /// Names a target in every state of the repository.
  func key(_ target: Int) -> String {
    "\(package(of: target).folder)#\(targets[target].name)"
  }

  /// All parts of the manifests that can change how a target is built, as one text: comments and
  /// formatting are no part of it.
  func fingerprint(_ index: Int) -> String {
    let target = targets[index]
    let edges = target.dependencies.map { dependency in
      "\(dependency.targets.map(key).sorted()) \(dependency.product?.raw.compact ?? "")"
    }
    let folder = package(of: index).folder
    // A package that depends on another can enable its traits.
    let traits = Set(
      packages.flatMap { package in
        package.manifest.dependencies.filter {
          $0.path.map { Path.join(package.folder, $0) } == folder
        }.map(\.traits.compact)
      }
    ).subtracting([#"[{"name":"default"}]"#])
    let external = target.externalProducts.map(\.requirement.compact)
    return [
      target.folder, target.description.raw.compact, package(of: index).manifest.settings,
      edges.sorted().joined(), traits.sorted().joined(), external.sorted().joined(),
    ].joined(separator: "\n")
  }
}
