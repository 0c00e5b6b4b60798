extension Workspace {
  /// The targets whose folder holds a file: the deepest one of each package, and none through a
  /// folder that is a package of its own.
  func owners(of path: String) -> [Int] {
    let enclosing = packages.map(\.folder).filter { Path.isInside(path, $0) }
    var deepest: [Int: Int] = [:]
    for (index, target) in targets.enumerated() where Path.isInside(path, target.folder) {
      // A package between the target's folder and the file has the file for itself.
      let hides = enclosing.contains { folder in
        folder != target.folder && Path.isInside(folder, target.folder)
          && !Path.isInside(packages[target.package].folder, folder)
      }
      if hides { continue }
      if let other = deepest[target.package], targets[other].folder.count >= target.folder.count {
        continue
      }
      deepest[target.package] = index
    }
    return deepest.values.sorted()
  }

  /// The package whose folder holds a file most closely.
  func enclosingPackage(of path: String) -> Int? {
    packages.indices.filter { Path.isInside(path, packages[$0].folder) }
      .max { packages[$0].folder.count < packages[$1].folder.count }
  }

  /// Whether a file in a target's folder can change what is built or tested.
  func isInput(_ path: String, kind: Change.Kind, of target: Int) -> Bool {
    let description = targets[target].description
    if kind == .modeChanged { return !Self.isSource(path) }
    let isResource = description.resources.contains {
      Path.isInside(path, Path.join(targets[target].folder, $0))
    }
    // Tests read files beside them, whatever they are.
    return isResource || description.kind == .test || !Self.isDocumentation(path)
  }

  static func isDocumentation(_ path: String) -> Bool {
    let name = Path.name(of: path)
    let type = Path.fileExtension(of: path)
    if ["md", "docc"].contains(type) || path.contains(".docc/") { return true }
    return ["", "txt", "rst"].contains(type)
      && (name.hasPrefix("LICENSE") || name.hasPrefix("NOTICE"))
  }

  static func isSource(_ path: String) -> Bool {
    let extensions: Set = [
      "swift", "c", "cc", "cpp", "cxx", "h", "hpp", "m", "mm", "s", "S", "modulemap",
    ]
    return extensions.contains(Path.fileExtension(of: path))
  }
}
