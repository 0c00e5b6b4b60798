public import FoundationEssentials
import Glibc

/// A small file that only its owner may read, replaced as a whole.
///
/// A write goes to a new file of mode 0600 beside the old one, is flushed to the disk and then
/// renamed over it, so a reader sees the old content or the new, also after a power cut.
public struct PrivateFile: Sendable {
  public let path: String

  /// Names a file; nothing is opened.
  public init(path: String) {
    self.path = path
  }

  private var folder: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the content, or `nil` when there is no such file.
  ///
  /// - Throws: ``FileFailure`` when the file cannot be read or is larger than 1 MiB.
  public func read() throws(FileFailure) -> Data? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw FileFailure(errorNumber: errno, path: path)
    }
    defer { close(descriptor) }
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw FileFailure(errorNumber: errno, path: path)
      }
      if count == 0 { return Data(content) }
      content += buffer[..<count]
      guard content.count <= Self.largest else {
        throw FileFailure(.corrupt, path: path, reason: "the file is larger than 1 MiB")
      }
    }
  }

  /// Replaces the content; the folder is made with mode 0700 where it is missing.
  public func write(_ content: Data) throws(FileFailure) {
    try PrivateFolder(path: folder).create()
    let temporary = "\(path).\(getpid()).\(UInt64.random(in: .min ... .max))"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileFailure(errorNumber: errno, path: path) }
    let failure = Self.fill(descriptor, with: content)
    let closed = close(descriptor)
    guard failure == 0, closed == 0 else {
      let errorNumber = failure == 0 ? errno : failure
      unlink(temporary)
      throw FileFailure(errorNumber: errorNumber, path: path)
    }
    guard rename(temporary, path) == 0 else {
      let errorNumber = errno
      unlink(temporary)
      throw FileFailure(errorNumber: errorNumber, path: path)
    }
    try PrivateFolder(path: folder).synchronize()
  }

  /// Replaces the content by what `change` makes of it, while no other process does the same.
  ///
  /// The lock is on the file `<path>.lock`, which stays. The system frees it when its process ends.
  ///
  /// - Parameter change: Gets the content, `nil` when there is no file; what it returns is written,
  ///   unless it is `nil`.
  public func update(_ change: (Data?) throws -> Data?) throws {
    try PrivateFolder(path: folder).create()
    let lock = open("\(path).lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0 else { throw FileFailure(errorNumber: errno, path: path) }
    defer { close(lock) }  // Closing releases the lock.
    while flock(lock, LOCK_EX) != 0 {
      guard errno == EINTR else { throw FileFailure(errorNumber: errno, path: path) }
    }
    if let content = try change(read()) { try write(content) }
  }

  /// Deletes the file; a file that is not there is no error.
  public func delete() throws(FileFailure) {
    guard unlink(path) == 0 else {
      if errno == ENOENT { return }
      throw FileFailure(errorNumber: errno, path: path)
    }
    try PrivateFolder(path: folder).synchronize()
  }

  private static let largest = 1 << 20

  /// Writes everything and flushes it to the disk; returns the error number, 0 for none.
  private static func fill(_ descriptor: Int32, with content: Data) -> Int32 {
    var rest = Array(content)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        return errno
      }
      rest = rest.dropFirst(count)
    }
    return fsync(descriptor) == 0 ? 0 : errno
  }
}
