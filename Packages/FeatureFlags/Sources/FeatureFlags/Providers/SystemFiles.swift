import Glibc

/// The machine's file system.
public struct SystemFiles: FileAccess {
  private let synchronizes: Bool

  /// Creates the access to the machine's file system.
  ///
  /// - Parameter synchronizes: Whether what is written is on the disk before the call returns, so
  ///   that it survives a power failure; otherwise it survives the end of the process only.
  public init(synchronizes: Bool = false) {
    self.synchronizes = synchronizes
  }

  /// The state of a file; `nil` when it does not exist.
  public func status(of path: String) throws(FileError) -> FileStatus? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw FileError("read", path, number: errno)
    }
    let seconds = Int64(status.st_mtim.tv_sec)
    return FileStatus(
      modified: seconds &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec),
      inode: UInt64(status.st_ino), size: Int64(status.st_size))
  }

  /// The whole content of a file.
  public func read(_ path: String) throws(FileError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw FileError("read", path, number: errno) }
    defer { close(file) }
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(file, &buffer, buffer.count)
      if count == 0 { return content }
      if count > 0 {
        content.append(contentsOf: buffer[..<count])
      } else if errno != EINTR {
        throw FileError("read", path, number: errno)
      }
    }
  }

  /// Adds bytes to the end of a file, which is created with mode 0600 if necessary.
  public func append(_ bytes: [UInt8], to path: String) throws(FileError) {
    try write(bytes, to: path, flags: O_APPEND, operation: "append to")
  }

  /// Writes a new file beside the old one and renames it, so that readers see either of the two.
  public func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
    let temporary = "\(path).\(getpid()).\(UInt32.random(in: 0 ... .max)).new"
    do throws(FileError) {
      try write(bytes, to: temporary, flags: O_EXCL, operation: "replace")
      guard rename(temporary, path) == 0 else {
        throw FileError("replace", path, number: errno)
      }
    } catch {
      unlink(temporary)
      throw FileError("replace", path, number: error.number)
    }
  }

  private func write(
    _ bytes: [UInt8], to path: String, flags: Int32, operation: String
  ) throws(FileError) {
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0o600)
    guard file >= 0 else { throw FileError(operation, path, number: errno) }
    defer { close(file) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw FileError(operation, path, number: errno)
      }
    }
    guard !synchronizes || fsync(file) == 0 else {
      throw FileError(operation, path, number: errno)
    }
  }

  /// Holds a lock on the file `<path>.lock`, which stays.
  public func withExclusiveAccess<Result>(
    to path: String, _ body: () throws(FileError) -> Result
  ) throws(FileError) -> Result {
    let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw FileError("lock", path, number: errno) }
    defer { close(lock) }  // Closing releases the lock.
    while flock(lock, LOCK_EX) != 0 {
      guard errno == EINTR else { throw FileError("lock", path, number: errno) }
    }
    return try body()
  }
}
