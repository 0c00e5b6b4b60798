import Glibc

extension Files {
  /// Does some work while no other process does any under the same lock file; waits for it.
  package static func whileLocked<Result>(
    _ path: String, _ work: () throws -> Result
  ) throws -> Result {
    try makeFolder(Path.folder(of: path))
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw cannot("lock", path) }
    defer { close(file) }
    while flock(file, LOCK_EX) != 0 {
      guard errno == EINTR else { throw cannot("lock", path) }
    }
    return try work()
  }

  /// Moves a file or folder in one step, within one disk.
  static func move(_ path: String, to place: String) throws(MonoError) {
    guard rename(path, place) == 0 else { throw cannot("write", place) }
  }
}
