import Glibc

/// A folder in which no other user can put or exchange files.
public struct PrivateFolder: Sendable {
  public let path: String

  /// Names a folder; nothing is opened.
  public init(path: String) { self.path = path }

  /// Creates the folder, and those above it, with mode 0700 where they are missing.
  ///
  /// A folder that exists keeps its mode: others may rely on it.
  ///
  /// - Throws: ``FileError`` when a folder cannot be made or is not safe.
  public func create() throws(FileError) {
    if try check() { return }
    if path != "/", path != "." { try PrivateFolder(path: Files.folder(of: path)).create() }
    if mkdir(path, 0o700) == 0 { return }
    let errorNumber = errno
    if errorNumber == EEXIST, try check() { return }
    throw FileError(errorNumber: errorNumber, path: path)
  }

  /// Checks that this folder and those above it belong to the user of this process or to the
  /// administrator, and that no other user can write to them; folders with the sticky bit, such as
  /// `/tmp`, are safe.
  ///
  /// Source: the option StrictModes of OpenSSH's sshd_config(5).
  ///
  /// - Returns: Whether the folder exists.
  /// - Throws: ``FileError`` of the kind `unsafe` that names the folder.
  @discardableResult
  public func check() throws(FileError) -> Bool {
    guard let resolved = realpath(path, nil) else {
      if errno == ENOENT { return false }
      throw FileError(errorNumber: errno, path: path)
    }
    defer { free(resolved) }
    let target = String(cString: resolved)
    // The folders that hold a link decide where it leads.
    if target != path { try Self.checkChain(from: path) }
    try Self.checkChain(from: target)
    return true
  }

  private static func checkChain(from path: String) throws(FileError) {
    var folder = path
    while true {
      var status = stat()
      guard stat(folder, &status) == 0 else { throw FileError(errorNumber: errno, path: folder) }
      guard status.st_mode & S_IFMT == S_IFDIR else {
        throw FileError(errorNumber: ENOTDIR, path: folder)
      }
      try status.requireOwner(path: folder)
      guard !status.isWritableByOthers else { throw .writableByOthers(folder) }
      if folder == "/" || folder == "." { return }
      folder = Files.folder(of: folder)
    }
  }

  /// Flushes the folder's list of names to the disk, so that a rename survives a power cut.
  public func synchronize() throws(FileError) {
    try OpenFile(path, O_RDONLY | O_DIRECTORY).synchronize()
  }
}
