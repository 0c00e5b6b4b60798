import Glibc

extension Files {
  /// An entry of a folder.
  public struct Entry: Sendable {
    public let name: String
    /// Whether it is a folder, or a symbolic link to one.
    public let isFolder: Bool
  }

  /// Returns what is in a folder, sorted by name.
  public static func entries(in folder: String) throws(FileError) -> [Entry] {
    guard let stream = opendir(folder) else { throw FileError(errorNumber: errno, path: folder) }
    defer { closedir(stream) }
    var entries: [Entry] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name == "." || name == ".." { continue }
      let type = Int(entry.pointee.d_type)
      let isKnown = type == Int(DT_DIR) || type == Int(DT_REG)
      entries.append(
        Entry(name: name, isFolder: isKnown ? type == Int(DT_DIR) : isFolder("\(folder)/\(name)")))
    }
    return entries.sorted { $0.name < $1.name }
  }

  /// Returns the names of what is in a folder, sorted.
  public static func names(in folder: String) throws(FileError) -> [String] {
    try entries(in: folder).map(\.name)
  }

  /// Whether a path, links followed, leads to a folder.
  public static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether a path, links followed, leads to anything.
  public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
  /// Whether this process may run a file as a program.
  public static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

  /// Returns a path without symbolic links, or `nil` when it leads to nothing.
  public static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Returns what a symbolic link says, or `nil` when the path is none.
  public static func linkTarget(_ path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Creates a folder, and those above it, where they are missing.
  public static func makeFolder(_ path: String) throws(FileError) {
    if isFolder(path) { return }
    let parent = folder(of: path)
    if parent != path { try makeFolder(parent) }
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else {
      throw FileError(errorNumber: errno, path: path)
    }
  }

  /// Removes a file, or a folder with what is in it; one that is not there is no error.
  public static func remove(_ path: String) throws(FileError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    if isFolder {
      for entry in try entries(in: path) { try remove("\(path)/\(entry.name)") }
    }
    guard (isFolder ? rmdir(path) : unlink(path)) == 0 else {
      throw FileError(errorNumber: errno, path: path)
    }
  }
}
