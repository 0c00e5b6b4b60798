import Basics
import Glibc

/// The file of a database: SQLite opens it, this decides who may read it.
enum PrivateDatabaseFile {
  /// Makes an empty file of mode 0600, unless there is one, and the folders that are missing, with
  /// mode 0700.
  ///
  /// SQLite gives the mode to the files that it makes beside it.
  static func create(path: String) throws(StoreError) {
    do throws(FileError) {
      try PrivateFolder(path: Files.folder(of: path)).create()
    } catch {
      throw .file(error)
    }
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor < 0, errno == EEXIST { return }
    guard descriptor >= 0 else { throw .file(FileError(errorNumber: errno, path: path)) }
    close(descriptor)
  }

  /// Refuses a file that other users could read or change: it holds the hashes of passwords.
  static func check(path: String) throws(StoreError) {
    do throws(FileError) {
      try PrivateFolder(path: Files.folder(of: path)).check()
      var status = stat()
      guard stat(path, &status) == 0 else { throw FileError(errorNumber: errno, path: path) }
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw FileError(
          .corrupt, path: path, reason: "it is not a file", remedy: "Move it away.")
      }
      guard status.st_uid == geteuid() || status.st_uid == 0 else {
        throw FileError(
          .unsafe, path: path, reason: "it belongs to another user (number \(status.st_uid))",
          remedy: "Use a database of your own.")
      }
      guard status.st_mode & 0o027 == 0 else {
        throw FileError(
          .unsafe, path: path, reason: "other users can use the database",
          remedy: "Run 'chmod 600 \(path)'.")
      }
    } catch {
      throw .file(error)
    }
  }

  /// Whether neither the file nor its folder can be written, as on a read-only medium, and no log
  /// beside it holds a part of its content.
  static func isUnchangeable(path: String) -> Bool {
    func isWritable(_ path: String) -> Bool {
      faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0
    }
    var log = stat()
    return access(path, F_OK) == 0 && !isWritable(path) && !isWritable(Files.folder(of: path))
      && (stat("\(resolved(path))-wal", &log) != 0 || log.st_size == 0)
  }
  /// The path of the file itself, beside which SQLite has its other files.
  static func resolved(_ path: String) -> String { Files.realPath(path) ?? path }
}
