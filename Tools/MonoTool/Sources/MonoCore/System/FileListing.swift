import Glibc

extension Files {
  package struct Entry: Sendable {
    package let name: String
    package let isFolder: Bool
  }

  /// What a folder holds, sorted by name; symbolic links count as what they point to. Empty when
  /// it is no folder.
  package static func entries(_ path: String) -> [Entry] {
    guard let folder = opendir(path.isEmpty ? "." : path) else { return [] }
    defer { closedir(folder) }
    var entries: [Entry] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { buffer in
        String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name == "." || name == ".." { continue }
      let type = Int(entry.pointee.d_type)
      let known = type == Int(DT_DIR) || type == Int(DT_REG)
      let isFolder = known ? type == Int(DT_DIR) : self.isFolder(path + "/" + name)
      entries.append(Entry(name: name, isFolder: isFolder))
    }
    return entries.sorted { $0.name < $1.name }
  }

  /// The paths of all files below a folder, relative to it, sorted; hidden entries are left out,
  /// and so are the folders that `skip` names by their relative path.
  package static func descendants(
    of folder: String, skip: (String) -> Bool = { _ in false }
  ) -> [String] {
    var files: [String] = []
    var visited: Set<String> = []
    func visit(_ relative: String) {
      let path = Path.join(folder, relative)
      // A link to a folder above would never end.
      guard visited.insert(realPath(path) ?? path).inserted else { return }
      for entry in entries(path) where !entry.name.hasPrefix(".") {
        let child = relative.isEmpty ? entry.name : relative + "/" + entry.name
        if !entry.isFolder {
          files.append(child)
        } else if !skip(child) {
          visit(child)
        }
      }
    }
    visit("")
    return files
  }
}
