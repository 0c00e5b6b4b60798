import Basics
import Glibc

/// The file of a database: SQLite opens it, this decides who may read it.
enum PrivateDatabaseFile {
  /// Creates an empty file of mode 0600, unless there is one, and the folders that are missing.
  ///
  /// SQLite gives the mode to the files that it makes beside it.
  static func create(path: String) throws(StoreError) {
    try createFolder(of: path)
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor < 0, errno == EEXIST { return }
    guard descriptor >= 0 else { throw .systemCall(path) }
    close(descriptor)
  }

  /// Creates the folders of a file that are missing, with mode 0700.
  static func createFolder(of path: String) throws(StoreError) {
    try StoreError.onFile { () throws(FileError) in
      try PrivateFolder(path: Files.folder(of: path)).create()
    }
  }

  /// Refuses a file that other users could read or change: it holds the hashes of passwords.
  static func check(path: String) throws(StoreError) {
    try StoreError.onFile { () throws(FileError) in
      _ = try PrivateFolder(path: Files.folder(of: path)).check()
    }
    var status = stat()
    guard stat(path, &status) == 0 else { throw .systemCall(path) }
    func require(
      _ condition: Bool, _ kind: FileError.Kind, _ reason: String, _ remedy: String
    ) throws(StoreError) {
      guard !condition else { return }
      throw .file(kind, path: path, reason, remedy: remedy)
    }
    try require(status.st_mode & S_IFMT == S_IFREG, .corrupt, "it is not a file", "Move it away.")
    try require(
      status.st_uid == geteuid() || status.st_uid == 0, .unsafe,
      "it belongs to another user (number \(status.st_uid))", "Use a database of your own.")
    try require(
      status.st_mode & 0o027 == 0, .unsafe, "other users can use the database",
      "Run 'chmod 600 \(path)'.")
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
