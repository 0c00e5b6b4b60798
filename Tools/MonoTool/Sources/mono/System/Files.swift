import Basics

extension Files {
  /// The contents of a file of any size, or `nil` when it cannot be read.
  static func bytes(_ path: String) -> [UInt8]? { try? read(path, limit: .max) }

  /// The contents of a file as text; bytes that are not UTF-8 become replacement characters.
  static func text(_ path: String) -> String? {
    bytes(path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The state of a file, or `nil` when it cannot be read.
  static func stamp(_ path: String) -> FileStatus? { try? FileStatus(of: path) }

  /// What is in a folder, sorted; nothing when it cannot be read.
  static func entries(_ folder: String) -> [Entry] { (try? entries(in: folder)) ?? [] }

  /// Writes a whole file in one step, and makes the folders above it.
  static func write(_ text: String, to path: String) throws {
    try write(Array(text.utf8), to: path)
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    try makeFolder(folder(of: path))
    try replace(path, with: bytes)
  }

  /// The paths of all files below a folder, relative to it, sorted; hidden entries are left out,
  /// and so are the folders that `skip` names by their relative path.
  static func descendants(of folder: String, skip: (String) -> Bool = { _ in false }) -> [String] {
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
