import Glibc

/// A folder that only its owner may enter.
public struct PrivateFolder: Sendable {
  public let path: String

  /// Names a folder; nothing is opened.
  public init(path: String) {
    self.path = path
  }

  /// Makes the folder, and those above it, with mode 0700 where they are missing.
  ///
  /// A folder that exists keeps its mode: others may rely on it.
  public func create() throws(FileFailure) {
    if mkdir(path, 0o700) == 0 { return }
    switch errno {
    case EEXIST where isFolder: return
    case ENOENT:
      guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { break }
      try PrivateFolder(path: String(path[..<slash])).create()
      if mkdir(path, 0o700) == 0 || (errno == EEXIST && isFolder) { return }
    default: break
    }
    throw FileFailure(errorNumber: errno, path: path)
  }

  private var isFolder: Bool {
    var status = stat()
    let found = stat(path, &status)
    let result = found == 0 && status.st_mode & S_IFMT == S_IFDIR
    if !result { errno = ENOTDIR }
    return result
  }

  /// Flushes the folder's list of names to the disk, so that a rename survives a power cut.
  func synchronize() throws(FileFailure) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure(errorNumber: errno, path: path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw FileFailure(errorNumber: errno, path: path) }
  }
}
