import Glibc

/// Reads and writes whole text files, and lists folders.
public enum Files {
  /// Returns a file's text.
  public static func text(of path: String) throws -> String {
    guard let file = fopen(path, "r") else {
      throw EvidenceError("'\(path)' cannot be read (error \(errno)). Run from the sources.")
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      bytes.append(contentsOf: buffer.prefix(count))
      if count < buffer.count { break }
    }
    guard ferror(file) == 0 else {
      throw EvidenceError("'\(path)' cannot be read (error \(errno)). Check the disk.")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes a file's text.
  public static func write(_ text: String, to path: String) throws {
    guard let file = fopen(path, "w") else {
      throw EvidenceError("'\(path)' cannot be written (error \(errno)). Check the folder.")
    }
    let bytes = Array(text.utf8)
    let count = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, count == bytes.count else {
      throw EvidenceError("'\(path)' cannot be written (error \(errno)). Check the disk.")
    }
  }

  /// Returns the texts of all Swift files under a folder, by file name.
  public static func swiftTexts(under folder: String) throws -> [String: String] {
    var texts: [String: String] = [:]
    for path in try swiftFiles(under: folder) {
      texts[String(path.split(separator: "/").last ?? "")] = try text(of: path)
    }
    return texts
  }

  /// Writes texts by file name into a folder, and returns their paths, sorted.
  public static func write(
    _ texts: [String: String], to folder: TemporaryFolder
  ) throws -> [String] {
    try texts.sorted { $0.key < $1.key }.map { name, text in
      let path = "\(folder.path)/\(name)"
      try write(text, to: path)
      return path
    }
  }

  /// Returns the paths of all files under a folder whose name ends in `.swift`, sorted.
  static func swiftFiles(under folder: String) throws -> [String] {
    try names(in: folder).flatMap { name -> [String] in
      let path = "\(folder)/\(name)"
      if name.hasSuffix(".swift") { return [path] }
      return try isFolder(path) ? swiftFiles(under: path) : []
    }
  }

  /// Returns the names of what is in a folder, sorted.
  public static func names(in folder: String) throws -> [String] {
    guard let directory = opendir(folder) else {
      throw EvidenceError("'\(folder)' cannot be listed (error \(errno)). Run from the sources.")
    }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Says whether something is at the path.
  public static func exists(_ path: String) -> Bool {
    access(path, F_OK) == 0
  }
}
