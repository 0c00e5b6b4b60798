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
    self.modified = modified
    self.inode = inode
    self.size = size
  }

  /// Returns the status of a file.
  ///
  /// - Returns: `nil` when there is none.
  public init?(of path: String) throws(FileError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw FileError(errorNumber: errno, path: path)
    }
    let time = status.st_mtim
    self.init(
      modified: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec),
      inode: UInt64(status.st_ino), size: Int64(status.st_size))
  }
}
