package import Basics

/// Reads and changes files, with the errors of this tool.
package enum Files {
  /// The contents of a file, or `nil` when it cannot be read.
  package static func read(_ path: String) -> [UInt8]? {
    try? Basics.Files.read(path, limit: .max)
  }

  /// The contents of a file as text; bytes that are not UTF-8 become replacement characters.
  package static func text(_ path: String) -> String? {
    read(path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Writes a whole file in one step: readers see the old contents or the new, never a part.
  package static func write(_ bytes: [UInt8], to path: String) throws(MonoError) {
    try makeFolder(Basics.Files.folder(of: path))
    try reporting { () throws(FileError) in try Basics.Files.replace(path, with: bytes) }
  }

  package static func write(_ text: String, to path: String) throws(MonoError) {
    try write(Array(text.utf8), to: path)
  }

  package static func exists(_ path: String) -> Bool { Basics.Files.exists(path) }
  package static func isFolder(_ path: String) -> Bool { Basics.Files.isFolder(path) }
  /// The state of a file, or `nil` when it cannot be read.
  package static func stamp(_ path: String) -> FileStatus? { try? FileStatus(of: path) }

  package static func makeFolder(_ path: String) throws(MonoError) {
    try reporting { () throws(FileError) in try Basics.Files.makeFolder(path) }
  }

  /// Removes a file or a whole folder; nothing happens when there is none.
  package static func remove(_ path: String) throws(MonoError) {
    try reporting { () throws(FileError) in try Basics.Files.remove(path) }
  }

  /// A new empty folder that only this process knows, removed with its last owner.
  package static func makeTemporaryFolder() throws(MonoError) -> TemporaryFolder {
    try reporting { () throws(FileError) in try TemporaryFolder() }
  }

  /// The entries of a folder, sorted by name, links followed; empty when it is no folder.
  package static func entries(_ path: String) -> [Basics.Files.Entry] {
    (try? Basics.Files.entries(in: path.isEmpty ? "." : path)) ?? []
  }

  package static func realPath(_ path: String) -> String? { Basics.Files.realPath(path) }

  package static func linkTarget(_ path: String) -> String? { Basics.Files.linkTarget(path) }

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

  private static func reporting<Result>(
    _ work: () throws(FileError) -> Result
  ) throws(MonoError) -> Result {
    do throws(FileError) {
      return try work()
    } catch {
      throw .failure(
        "\(error.path): \(error.reason).", hint: "Check the path, its permissions and the disk.")
    }
  }
}
