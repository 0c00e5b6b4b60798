import Core
import Glibc

/// Makes the file of a database before SQLite does, to decide who may read it.
enum PrivateDatabaseFile {
  /// Makes an empty file of mode 0600, unless there is one, and the folders that are missing, with
  /// mode 0700.
  ///
  /// SQLite gives the mode to the files that it makes beside it.
  static func create(path: String) throws(StoreFailure) {
    do throws(FileFailure) {
      try PrivateFolder(path: folder(of: path)).create()
    } catch {
      throw .file(error)
    }
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor < 0, errno == EEXIST { return }
    guard descriptor >= 0 else { throw .file(FileFailure(errorNumber: errno, path: path)) }
    close(descriptor)
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

/// A lock that the processes which use one folder take in turns; the system frees it when its
/// process ends, however it ends.
struct FolderLock {
  private let descriptor: Int32

  /// Waits until the lock of the file's folder is free, and takes it.
  init(ofFile path: String) throws(StoreFailure) {
    let folder = PrivateDatabaseFile.folder(of: path)
    descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .file(FileFailure(errorNumber: errno, path: folder)) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else {
        let failure = FileFailure(errorNumber: errno, path: folder)
        close(descriptor)
        throw .file(failure)
      }
    }
  }

  func release() {
    close(descriptor)
  }
}
