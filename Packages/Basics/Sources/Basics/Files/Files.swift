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

  /// Returns the names of what is in a folder, sorted.
  public static func names(in folder: String) throws(FileError) -> [String] {
    guard let stream = opendir(folder) else { throw FileError(errorNumber: errno, path: folder) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
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
}

/// What tells one state of a file from another.
public struct FileStatus: Sendable, Equatable {
  /// The time of the last change, in nanoseconds since 1970.
  public let modified: Int64
  /// The number of the file in its file system; another one after a replacement.
  public let inode: UInt64
  /// The size in bytes.
  public let size: Int64

  /// Creates a status.
  public init(modified: Int64, inode: UInt64, size: Int64) {
    self.modified = modified
    self.inode = inode
    self.size = size
  }

  /// Looks at a file.
  ///
  /// - Returns: `nil` when there is none.
  public init?(of path: String) throws(FileError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw FileError(errorNumber: errno, path: path)
    }
    let seconds = Int64(status.st_mtim.tv_sec)
    self.init(
      modified: seconds &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec),
      inode: UInt64(status.st_ino), size: Int64(status.st_size))
  }
}
