import Glibc

/// An open file, which is closed with its owner.
struct OpenFile: ~Copyable {
  let path: String
  let descriptor: Int32

  /// Opens a file; one that is created has the mode 0600.
  ///
  /// - Parameters:
  ///   - flags: The flags of `open`, without those that keep the file from other programs and the
  ///     call from waiting.
  ///   - waits: Whether the opening of a pipe waits for its other end, and reading for content.
  init(_ path: String, _ flags: Int32, waits: Bool = false) throws(FileError) {
    let waiting = waits ? 0 : O_NONBLOCK
    let descriptor = open(path, flags | O_CLOEXEC | waiting | O_NOCTTY, 0o600)
    guard descriptor >= 0 else { throw Self.error(errno, path: path, flags: flags) }
    (self.path, self.descriptor) = (path, descriptor)
  }

  deinit { close(descriptor) }

  private static func error(_ errorNumber: Int32, path: String, flags: Int32) -> FileError {
    switch errorNumber {
    case ELOOP where flags & O_NOFOLLOW != 0:
      FileError(
        .unsafe, path: path, reason: "it is a symbolic link",
        remedy: "Put the file itself in the place of the link.")
    case ENXIO, ENODEV: notRegular(path, "a socket or a device")
    case EISDIR: notRegular(path, "a folder")
    default: FileError(errorNumber: errorNumber, path: path)
    }
  }

  private static func notRegular(_ path: String, _ kind: String) -> FileError {
    FileError(.corrupt, path: path, reason: "it is \(kind), not a file", remedy: "Move it away.")
  }

  /// Returns the state of the file.
  ///
  /// - Throws: ``FileError`` when it is a folder, and without `acceptsStreams` also when it is a
  ///   pipe, a socket or a device.
  func status(acceptsStreams: Bool = false) throws(FileError) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError(errorNumber: errno, path: path) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return status
    case S_IFDIR: throw Self.notRegular(path, "a folder")
    case _ where acceptsStreams: return status
    case S_IFIFO: throw Self.notRegular(path, "a pipe")
    default: throw Self.notRegular(path, "a socket or a device")
    }
  }

  /// Returns the state of a file that no other user has made or can write.
  @discardableResult
  func privateStatus() throws(FileError) -> stat {
    let status = try status()
    try status.requireOwner(path: path)
    guard !status.isWritableByOthers else { throw .writableByOthers(path) }
    return status
  }

  /// Reads the whole file, of at most so many bytes.
  func read(limit: Int) throws(FileError) -> [UInt8] {
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count == 0 { return content }
      if count > 0 {
        content += buffer[..<count]
      } else if errno != EINTR {
        throw FileError(errorNumber: errno, path: path)
      }
      guard content.count <= limit else {
        throw FileError(.corrupt, path: path, reason: "it is larger than \(limit) bytes")
      }
    }
  }

  func write(_ content: [UInt8]) throws(FileError) {
    guard writeAll(content, to: descriptor) else { throw FileError(errorNumber: errno, path: path) }
  }

  /// Writes a new content, waits for the disk if wanted, and puts the file in the place of another.
  func replace(_ other: String, with content: [UInt8], isDurable: Bool) throws(FileError) {
    try write(content)
    if isDurable { try synchronize() }
    guard rename(path, other) == 0 else { throw FileError(errorNumber: errno, path: other) }
  }

  /// Waits until what was written is on the disk.
  func synchronize() throws(FileError) {
    guard fsync(descriptor) == 0 else { throw FileError(errorNumber: errno, path: path) }
  }
}

/// Writes all bytes; `false` when the system has refused, with its reason in `errno`.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno != EINTR { return false }
    rest = rest.dropFirst(max(0, count))
  }
  return true
}

extension FileError {
  static func writableByOthers(_ path: String) -> FileError {
    FileError(
      .unsafe, path: path, reason: "other users can write to it",
      remedy: "Run 'chmod go-w \(path)'.")
  }
}

extension stat {
  /// A folder for everyone, like the one for temporary files, protects the files of each user.
  var isWritableByOthers: Bool {
    let isShared = st_mode & S_IFMT == S_IFDIR && st_mode & S_ISVTX != 0
    return st_mode & 0o022 != 0 && !isShared
  }

  /// Refuses what belongs neither to the user of this process nor to the administrator.
  func requireOwner(path: String) throws(FileError) {
    guard st_uid == geteuid() || st_uid == 0 else {
      throw FileError(
        .unsafe, path: path, reason: "it belongs to another user (number \(st_uid))",
        remedy: "Use a file or folder of your own.")
    }
  }
}
