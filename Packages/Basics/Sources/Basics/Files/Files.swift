import Glibc

/// Files that need not be private, such as one that is named on the command line.
public enum Files {
  /// Reads a file; links are followed.
  ///
  /// - Parameters:
  ///   - path: Where the file is.
  ///   - limit: The largest size, in bytes.
  ///   - acceptsStreams: Whether pipes and devices are read, too; this waits for their end.
  /// - Throws: ``FileError`` when the file is missing, a folder, larger than the limit, or cannot
  ///   be read; without `acceptsStreams` also when it is no regular file.
  public static func read(
    _ path: String, limit: Int = 16 << 20, acceptsStreams: Bool = false
  ) throws(FileError) -> [UInt8] {
    let file = try OpenFile(path, O_RDONLY, waits: acceptsStreams)
    _ = try file.status(acceptsStreams: acceptsStreams)
    return try file.read(limit: limit)
  }

  /// Reads a text file; bytes that are not UTF-8 become replacement characters.
  public static func text(of path: String) throws(FileError) -> String {
    String(decoding: try read(path), as: UTF8.self)
  }

  /// Replaces a file's content in one step: readers see the old content or the new, never a part.
  ///
  /// The file is readable by everyone whom its folder lets in; see ``PrivateFile`` for others.
  public static func replace(_ path: String, with content: [UInt8]) throws(FileError) {
    let new = "\(path).\(getpid()).new"
    do throws(FileError) {
      let file = try OpenFile(new, O_WRONLY | O_CREAT | O_TRUNC)
      fchmod(file.descriptor, 0o644)
      try file.replace(path, with: content, isDurable: false)
    } catch {
      unlink(new)
      throw FileError(error.kind, path: path, reason: error.reason, remedy: error.remedy)
    }
  }

  /// The folder for temporary files: that of `TMPDIR`, or `/tmp`.
  public static var temporaryFolder: String {
    getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  }

  /// Returns the folder of a file: what stands before the last slash.
  public static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

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

/// The properties that distinguish one state of a file from another.
public struct FileStatus: Sendable, Equatable {
  /// The time of the last change, in nanoseconds since 1970.
  public let modified: Int64
  /// The number of the file in its file system; another one after a replacement.
  public let inode: UInt64
  /// The size in bytes.
  public let size: Int64

  public init(modified: Int64, inode: UInt64, size: Int64) {
    (self.modified, self.inode, self.size) = (modified, inode, size)
  }

  /// Creates the status of a file; `nil` when there is none.
  public init?(of path: String) throws(FileError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw FileError(errorNumber: errno, path: path)
    }
    let time = status.st_mtim
    modified = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    (inode, size) = (UInt64(status.st_ino), Int64(status.st_size))
  }
}
