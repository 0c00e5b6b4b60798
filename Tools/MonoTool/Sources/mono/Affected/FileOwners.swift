import Basics

extension Workspace {
  /// The targets that hold or read a file: of each package those with the deepest folder around it,
  /// those that list it as a source or resource, and those that search its folder for headers.
  /// A folder that is a package of its own has its files for itself.
  func owners(of path: String) -> [Int] {
    let enclosing = packages.map(\.folder).filter { Path.isInside(path, $0) }
    var depths: [Int: Int] = [:]
    var holders: [Int] = []
    for (index, target) in targets.enumerated() where Path.isInside(path, target.folder) {
      let hides = enclosing.contains { folder in
        folder != target.folder && Path.isInside(folder, target.folder)
          && !Path.isInside(packages[target.package].folder, folder)
      }
      if hides { continue }
      holders.append(index)
      depths[target.package] = max(depths[target.package] ?? 0, target.folder.count)
    }
    let owners = holders.filter { index in
      let target = targets[index]
      return target.folder.count == depths[target.package]
        || (target.description.sources + target.description.resources).contains {
          Path.isInside(path, Path.join(target.folder, $0))
        }
    }
    let readers = searchedFolders.filter { _, folders in
      folders.contains { Path.isInside(path, $0) }
    }
    return Set(owners + readers.keys).sorted()
  }

  /// The folders outside its own, relative to the root, in which a target's compiler looks for files.
  static func searchedFolders(of target: Target, in package: String) -> [String] {
    let searched = target.description.settings.filter { $0.name == "headerSearchPath" }.map {
      Path.join(target.folder, $0.value)
    }
    // An absolute folder is one of the toolchain or the system.
    let folders = target.description.flagValues
      .filter { !$0.hasPrefix("/") && ($0.contains("/") || $0 == "..") }
      .map { Path.join(package, $0) }
    return (searched + folders).filter { !Path.isInside($0, target.folder) }
  }

  /// Whether a file pins the versions of external packages: that of a package, or of a workspace of
  /// Xcode. Any other of this name is a file like others.
  func isLockFile(_ path: String) -> Bool {
    Path.name(of: path) == "Package.resolved"
      && (path.hasSuffix(".xcworkspace/xcshareddata/swiftpm/Package.resolved")
        || packages.contains { $0.folder == Path.folder(of: path) })
  }

  /// Whether a file in a target's folder can change what is built or tested; its mode counts, too.
  func isInput(_ path: String, of target: Int) -> Bool {
    let description = targets[target].description
    let isResource = description.resources.contains {
      Path.isInside(path, Path.join(targets[target].folder, $0))
    }
    // Tests read files beside them, whatever they are.
    return isResource || description.kind == .test || !Self.isDocumentation(path)
  }

  static func isDocumentation(_ path: String) -> Bool {
    let type = Path.fileExtension(of: path)
    if ["md", "docc"].contains(type) || path.contains(".docc/") { return true }
    return ["", "txt", "rst"].contains(type)
      && ["LICENSE", "NOTICE"].contains(where: Path.name(of: path).hasPrefix)
  }

  /// Names a target in every state of the repository.
  func key(_ target: Int) -> String { "\(package(of: target).folder)#\(targets[target].name)" }

  /// All parts of the manifests that can change how a target is built, as one text: comments and
  /// formatting are no part of it.
  func fingerprint(_ index: Int) -> String {
    let target = targets[index]
    let edges = target.dependencies.map { dependency in
      "\(dependency.targets.map(key).sorted()) \(dependency.raw.compact)"
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
    let parts = [
      [target.folder, target.description.raw.compact],
      [package(of: index).manifest.settings.compact], edges.sorted(), traits.sorted(),
    ]
    return parts.map { $0.joined() }.joined(separator: "\n")
  }
}

extension TargetDescription {
  /// The file that each flag which SwiftPM does not look at can name, or the folder of `-I`.
  fileprivate var flagValues: [String] {
    settings.filter { $0.name == "unsafeFlags" }.flatMap {
      (try? JSON.parse(Array($0.value.utf8))).texts
    }.map { flag in
      let option = ["-I", "-L", "-F"].first(where: flag.hasPrefix) ?? ""
      return String(flag.dropFirst(option.count).split(separator: "=").last ?? "")
    }
  }
}
