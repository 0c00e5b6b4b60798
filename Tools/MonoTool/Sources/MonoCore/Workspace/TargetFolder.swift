/// Where SwiftPM looks for a target's files.
///
/// Source: "Package layout" of the Swift Package Manager documentation: the target's own path,
/// or a folder with its name in the first conventional folder that exists; since tools version
/// 5.9 a package with one target may keep its sources in the conventional folder itself.
enum TargetFolder {
  static func find(
    for target: TargetDescription, of manifest: Manifest, in package: String, tree: any FileTree
  ) -> String {
    if let path = target.path { return Path.join(package, path) }
    let parents = conventionalFolders(for: target.kind)
    let parent = parents.first { tree.isFolder(Path.join(package, $0)) } ?? parents[0]
    let folder = Path.join(package, "\(parent)/\(target.name)")
    let siblings = manifest.targets.filter {
      conventionalFolders(for: $0.kind) == parents && $0.path == nil
    }
    if !tree.isFolder(folder), siblings.count == 1, tree.isFolder(Path.join(package, parent)) {
      return Path.join(package, parent)
    }
    return folder
  }

  private static func conventionalFolders(for kind: TargetDescription.Kind) -> [String] {
    let sources = ["Sources", "Source", "src", "srcs"]
    switch kind {
    case .test: return ["Tests"] + sources
    case .plugin: return ["Plugins"]
    case .library, .executable, .system, .binary, .macro: return sources
    }
  }
}
