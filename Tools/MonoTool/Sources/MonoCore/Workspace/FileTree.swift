/// The files of a state of the repository: the disk now, or a commit.
package protocol FileTree: Sendable {
  /// Whether the path, relative to the root, is a folder.
  func isFolder(_ path: String) -> Bool
}

/// What is on the disk now.
package struct DiskTree: FileTree {
  package let root: String

  package init(root: String) { self.root = root }

  package func isFolder(_ path: String) -> Bool { Files.isFolder(Path.join(root, path)) }
}

/// A state known only by the list of its files.
package struct ListedTree: FileTree {
  private let folders: Set<String>

  package init(files: some Sequence<String>) {
    var folders: Set<String> = [""]
    for file in files {
      var folder = Path.folder(of: file)
      while folders.insert(folder).inserted { folder = Path.folder(of: folder) }
    }
    self.folders = folders
  }

  package func isFolder(_ path: String) -> Bool { folders.contains(Path.normalize(path)) }
}
