import Glibc

/// A small file of one user, replaced as a whole.
///
/// Content goes to the file `<path>.new` of mode 0600, is flushed to the disk and then renamed, so
/// a reader sees the old content or the new, also after a power cut. That file is the lock of all
/// changes, too. A file or folder that another user could have changed is refused; links are
/// followed only where this is wanted.
public struct PrivateFile: Sendable {
  public let path: String
  let limit: Int
  let isDurable: Bool
  let followsLinks: Bool

  /// Names a file; nothing is opened.
  ///
  /// - Parameters:
  ///   - path: Where the file is, or is to be.
  ///   - limit: The largest content, in bytes.
  ///   - isDurable: Whether a change waits until it would survive a power cut.
  ///   - followsLinks: Whether the file may be a symbolic link of this user or the administrator to
  ///     a file that is just as safe. A change is made to that file; the link stays.
  public init(
    path: String, limit: Int = 1 << 20, isDurable: Bool = true, followsLinks: Bool = false
  ) {
    (self.path, self.limit) = (path, limit)
    (self.isDurable, self.followsLinks) = (isDurable, followsLinks)
  }

  private var folder: PrivateFolder { PrivateFolder(path: Files.folder(of: path)) }

  /// Returns the content, or `nil` when there is no such file.
  ///
  /// - Throws: ``FileError`` when the file cannot be read, is no regular file, larger than the
  ///   limit, or not safe.
  public func read() throws(FileError) -> [UInt8]? {
    try followingLinks { target throws(FileError) in try target.readContent() }
  }

  private func readContent() throws(FileError) -> [UInt8]? {
    do throws(FileError) {
      let file = try OpenFile(path, O_RDONLY | O_NOFOLLOW)
      try folder.check()
      try file.privateStatus()
      return try file.read(limit: limit)
    } catch  where error.kind == .missing {
      // A file in the place of a folder is an error, which the check reports.
      try folder.check()
      return nil
    }
  }

  /// Replaces the content; the folder is made with mode 0700 where it is missing.
  public func write(_ content: [UInt8]) throws(FileError) {
    try followingLinks { target throws(FileError) in try target.replace { content } }
  }

  /// Replaces the content by what `change` makes of it, while no other process changes it.
  ///
  /// - Parameter change: Gets the content, `nil` when there is no file. Returns the new content, or
  ///   `nil` to leave the file as it is.
  public func update(_ change: ([UInt8]?) throws(FileError) -> [UInt8]?) throws(FileError) {
    try followingLinks { target throws(FileError) in
      try target.replace { () throws(FileError) in try change(target.readContent()) }
    }
  }

  private func replace(_ makeContent: () throws(FileError) -> [UInt8]?) throws(FileError) {
    try folder.create()
    var lock = try FileLock(path: "\(path).new")
    guard let content = try makeContent() else { return }
    try lock.replace(path, with: content, isDurable: isDurable)
    if isDurable { try folder.synchronize() }
  }

  /// Adds bytes to the end of the file, unless it would become larger than the limit; returns whether.
  public func append(_ content: [UInt8]) throws(FileError) -> Bool {
    try folder.create()
    let lock = try FileLock(path: "\(path).new")
    defer { extendLifetime(lock) }
    let file = try OpenFile(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW)
    guard try Int(file.privateStatus().st_size) + content.count <= limit else { return false }
    try file.write(content)
    if isDurable { try file.synchronize() }
    return true
  }

  /// Deletes the file, and what a killed process has left of a change; a file that is not there is
  /// no error.
  public func delete() throws(FileError) {
    var status = stat()
    guard try folder.check(), lstat(path, &status) == 0 || lstat("\(path).new", &status) == 0
    else { return }
    let lock = try FileLock(path: "\(path).new")
    defer { extendLifetime(lock) }
    guard unlink(path) == 0 else {
      if errno == ENOENT { return }
      throw FileError(errorNumber: errno, path: path)
    }
    if isDurable { try folder.synchronize() }
  }

  /// Performs an operation on the file to which the links lead.
  ///
  /// - Throws: The error of `body`; for another file than this one it tells where the links lead.
  private func followingLinks<Result>(
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

  /// Returns the file to which the links lead; this file without `followsLinks`. Each link and the
  /// folders above it are as safe as the file has to be.
  ///
  /// - Throws: ``FileError`` for a link that another user could have made, and for a circle.
  private func target() throws(FileError) -> PrivateFile {
    var target = self
    // Linux follows 40 links at most: path_resolution(7).
    for _ in 0..<40 {
      guard followsLinks, let next = try target.nextFile() else { return target }
      target = next
    }
    throw FileError(errorNumber: ELOOP, path: path)
  }

  /// Returns the file to which this one leads; `nil` when it is no link.
  private func nextFile() throws(FileError) -> PrivateFile? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return nil }
    try folder.check()
    try status.requireOwner(path: path)
    guard let name = Files.linkTarget(path) else { throw FileError(errorNumber: errno, path: path) }
    return PrivateFile(
      path: name.hasPrefix("/") ? name : "\(folder.path)/\(name)", limit: limit,
      isDurable: isDurable)
  }
}
