import Glibc

extension PrivateFile {
  /// Performs an operation on the file to which the links lead.
  ///
  /// - Throws: The error of `body`; for another file than this one it tells where the links lead.
  func followingLinks<Result>(
    _ body: (PrivateFile) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    let target = try target()
    do throws(FileError) {
      return try body(target)
    } catch  where target.path != path && error.path != path {
      throw FileError(
        error.kind, path: path, reason: "\(error.reason) (a link leads to \(error.path))",
        remedy: error.remedy)
    }
  }

  /// Returns the file to which the links lead; this file without `followsLinks`.
  ///
  /// Each link and the folders above it are as safe as the file has to be.
  ///
  /// - Throws: ``FileError`` for a link that another user could have made, and for a circle.
  private func target() throws(FileError) -> PrivateFile {
    var target = self
    // Linux follows 40 links at most: path_resolution(7).
    for _ in 0..<40 {
      guard followsLinks, let next = try target.linkTarget() else { return target }
      target = next
    }
    throw FileError(errorNumber: ELOOP, path: path)
  }

  /// Returns the file to which this one leads; `nil` when it is no link.
  private func linkTarget() throws(FileError) -> PrivateFile? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return nil }
    let folder = Files.folder(of: path)
    try PrivateFolder(path: folder).check()
    try status.requireOwner(path: path)
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    guard count > 0 else { throw FileError(errorNumber: errno, path: path) }
    let name = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    return PrivateFile(
      path: name.hasPrefix("/") ? name : "\(folder)/\(name)", limit: limit, isDurable: isDurable)
  }
}
