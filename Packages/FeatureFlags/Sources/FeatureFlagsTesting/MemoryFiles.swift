public import FeatureFlags
import Synchronization

/// Files in memory that fail on demand; every change gives a file a new time and number.
public final class MemoryFiles: FileAccess {
  fileprivate struct File {
    var content: [UInt8]
    var status: FileStatus
  }

  fileprivate struct State {
    var files: [String: File] = [:]
    var failures: [String: Int32] = [:]
    var changes: Int64 = 0
    var reads = 0
  }

  private let state = Mutex(State())

  /// Creates an empty file system.
  public init() {}

  /// How often a file was read.
  public var reads: Int { state.withLock { $0.reads } }

  /// The content of a file as text; `nil` if there is no such file.
  public func text(of path: String) -> String? {
    state.withLock { $0.files[path].map { String(decoding: $0.content, as: UTF8.self) } }
  }

  /// Writes a file.
  public func write(_ text: String, to path: String) {
    state.withLock { $0.write(Array(text.utf8), to: path) }
  }

  /// Removes a file.
  public func remove(_ path: String) {
    state.withLock { $0.files[path] = nil }
  }

  /// Makes every use of a file fail with the system's error number; `nil` ends that.
  public func fail(_ path: String, with number: Int32?) {
    state.withLock { $0.failures[path] = number }
  }

  /// The state of a file; `nil` when it does not exist.
  public func status(of path: String) throws(FileError) -> FileStatus? {
    try state.withLock { (state) throws(FileError) in
      try state.check(path, "read")
      return state.files[path]?.status
    }
  }

  /// The whole content of a file.
  public func read(_ path: String) throws(FileError) -> [UInt8] {
    try state.withLock { (state) throws(FileError) in
      try state.check(path, "read")
      guard let file = state.files[path] else { throw FileError("read", path, number: 2) }
      state.reads += 1
      return file.content
    }
  }

  /// Adds bytes to the end of a file.
  public func append(_ bytes: [UInt8], to path: String) throws(FileError) {
    try state.withLock { (state) throws(FileError) in
      try state.check(path, "append to")
      state.write((state.files[path]?.content ?? []) + bytes, to: path)
    }
  }

  /// Puts bytes in the place of a file's content.
  public func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
    try state.withLock { (state) throws(FileError) in
      try state.check(path, "replace")
      state.write(bytes, to: path)
    }
  }

  /// Runs `body`; tests that need exclusion use the machine's files.
  public func withExclusiveAccess<Result>(
    to path: String, _ body: () throws(FileError) -> Result
  ) throws(FileError) -> Result {
    try body()
  }
}

extension MemoryFiles.State {
  fileprivate mutating func write(_ content: [UInt8], to path: String) {
    changes += 1
    files[path] = MemoryFiles.File(
      content: content,
      status: FileStatus(
        modified: changes, inode: UInt64(changes), size: Int64(content.count)))
  }

  fileprivate func check(_ path: String, _ operation: String) throws(FileError) {
    if let number = failures[path] { throw FileError(operation, path, number: number) }
  }
}
