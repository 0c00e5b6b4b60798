public import Basics
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

  public func write(_ text: String, to path: String) {
    state.withLock { $0.write(Array(text.utf8), to: path) }
  }

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
      try state.check(path)
      return state.files[path]?.status
    }
  }

  /// The whole content of a file.
  public func read(_ path: String) throws(FileError) -> [UInt8] {
    try state.withLock { (state) throws(FileError) in
      try state.check(path)
      guard let file = state.files[path] else { throw FileError(errorNumber: 2, path: path) }
      state.reads += 1
      return file.content
    }
  }

  /// Adds bytes to the end of a file.
  public func append(
    _ bytes: [UInt8], to path: String, limit: Int
  ) throws(FileError) -> Bool {
    try state.withLock { (state) throws(FileError) in
      try state.check(path)
      let content = state.files[path]?.content ?? []
      guard content.count + bytes.count <= limit else { return false }
      state.write(content + bytes, to: path)
      return true
    }
  }

  /// Replaces the content of a file; tests that need exclusion use the machine's files.
  public func update(
    _ path: String, _ change: ([UInt8]?) throws(FileError) -> [UInt8]?
  ) throws(FileError) {
    let content = try state.withLock { (state) throws(FileError) in
      try state.check(path)
      return state.files[path]?.content
    }
    guard let changed = try change(content) else { return }
    state.withLock { $0.write(changed, to: path) }
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

  fileprivate func check(_ path: String) throws(FileError) {
    if let number = failures[path] { throw FileError(errorNumber: number, path: path) }
  }
}
