import Glibc

/// A lock between processes: only one at a time has a certain file open and locked.
///
/// The lock ends with its owner, or with its process, however that ends. The file is then removed;
/// one that a killed process has left is taken over by the next.
public struct FileLock: ~Copyable {
  let file: OpenFile
  private var isRenamed = false

  /// Waits for the lock and takes it; blocks the thread. The file is made where it is missing.
  ///
  /// - Throws: ``FileError`` of the kind `busy` when another process keeps the lock.
  public init(path: String, timeout: Duration = .seconds(10)) throws(FileError) {
    let end = ContinuousClock.now + timeout
    while true {
      let file = try OpenFile(path, O_RDWR | O_CREAT | O_NOFOLLOW)
      let status = try file.privateStatus()
      while flock(file.descriptor, LOCK_EX | LOCK_NB) != 0 {
        guard errno == EWOULDBLOCK || errno == EINTR else {
          throw FileError(errorNumber: errno, path: path)
        }
        guard ContinuousClock.now < end else {
          throw FileError(.busy, path: path, reason: "another process keeps it locked")
        }
        usleep(2000)
      }
      // The owner before may have removed or renamed the file that was waited for.
      if try FileStatus(of: path)?.inode == UInt64(status.st_ino) {
        self.file = file
        return
      }
    }
  }

  deinit { if !isRenamed { unlink(file.path) } }

  /// Puts the file with its content in the place of another, and waits for the disk if wanted.
  mutating func replace(_ path: String, with content: [UInt8], isDurable: Bool) throws(FileError) {
    do throws(FileError) {
      // A killed process may have left a part of its content.
      guard ftruncate(file.descriptor, 0) == 0 else {
        throw FileError(errorNumber: errno, path: path)
      }
      try file.replace(path, with: content, isDurable: isDurable)
    } catch {
      throw FileError(error.kind, path: path, reason: error.reason, remedy: error.remedy)
    }
    isRenamed = true
  }
}
