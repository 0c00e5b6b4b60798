/// The files of a state of the repository: the disk now, or a commit.
package protocol FileTree: Sendable {
  /// Whether the path, relative to the root, is a folder.
  func isFolder(_ path: String) -> Bool
  /// The path without symbolic links, relative to the root.
  func resolved(_ path: String) -> String
}

/// The files on the disk now.
package struct DiskTree: FileTree {
  package let root: String

  package func isFolder(_ path: String) -> Bool { Files.isFolder(Path.join(root, path)) }

  package func resolved(_ path: String) -> String {
    guard let real = Files.realPath(Path.join(root, path)), let root = Files.realPath(root)
    else { return path }
    return Path.relative(real, to: root)
  }
}

/// A state known only by the list of its files.
package struct ListedTree: FileTree {
  private let folders: Set<String>
  /// Symbolic links and what they point to.
  private let links: [String: String]

  package init(files: some Sequence<String>, links: [String: String] = [:]) {
    self.links = links
    let direct = Set(files.map(Path.folder(of:)))
    folders = Set(direct.flatMap(Path.ascending)).union([""])
  }

  package func isFolder(_ path: String) -> Bool { folders.contains(Path.normalize(path)) }

  package func resolved(_ path: String) -> String {
    guard let (link, target) = links.first(where: { Path.isInside(path, $0.key) }) else {
      return path
    }
    return Path.join(target, String(path.dropFirst(link.count).drop { $0 == "/" }))
  }
}
