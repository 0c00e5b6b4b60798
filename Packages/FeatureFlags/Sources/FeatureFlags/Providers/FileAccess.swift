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
}

/// The file operations that this package needs; tests put files in memory in their place.
public protocol FileAccess: Sendable {
  /// The state of a file; `nil` when it does not exist.
  func status(of path: String) throws(FileError) -> FileStatus?

  /// The whole content of a file.
  func read(_ path: String) throws(FileError) -> [UInt8]

  /// Adds bytes to the end of a file, which is created for its owner alone if necessary.
  func append(_ bytes: [UInt8], to path: String) throws(FileError)

  /// Puts bytes in the place of a file's content, all or nothing.
  func replace(_ path: String, with bytes: [UInt8]) throws(FileError)

  /// Runs `body` while no other caller, in whatever process, is inside for the same file.
  func withExclusiveAccess<Result>(
    to path: String, _ body: () throws(FileError) -> Result
  ) throws(FileError) -> Result
}
