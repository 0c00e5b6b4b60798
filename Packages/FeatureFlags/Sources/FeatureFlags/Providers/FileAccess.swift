public import Basics

/// The file operations that this package needs; tests put files in memory in their place.
public protocol FileAccess: Sendable {
  /// The state of a file; `nil` when it does not exist.
  func status(of path: String) throws(FileError) -> FileStatus?

  /// The whole content of a file.
  func read(_ path: String) throws(FileError) -> [UInt8]

  /// Adds bytes to the end of a file, which is created for its owner alone if necessary.
  ///
  /// - Returns: `false`, and nothing is added, when the file would become larger than the limit.
  func append(_ bytes: [UInt8], to path: String, limit: Int) throws(FileError) -> Bool

  /// Replaces the content of a file, all or nothing, while no other process changes it.
  ///
  /// - Parameters:
  ///   - path: Where the file is, or is to be.
  ///   - change: Gets the content, `nil` when there is no file. Returns the new content, or
  ///     `nil` to leave the file as it is.
  func update(_ path: String, _ change: ([UInt8]?) throws(FileError) -> [UInt8]?) throws(FileError)
}

/// The machine's file system; what is written survives the end of the process.
public struct SystemFiles: FileAccess {
  private static let limit = FlagDefinitions.maximumByteCount
  private let acceptsStreams: Bool

  /// Creates the access to the file system.
  ///
  /// - Parameter acceptsStreams: Whether pipes and devices are read, too; this waits for their end.
  public init(acceptsStreams: Bool = false) { self.acceptsStreams = acceptsStreams }
  public func status(of path: String) throws(FileError) -> FileStatus? { try FileStatus(of: path) }

  /// The whole content of a file of up to 8 MiB.
  public func read(_ path: String) throws(FileError) -> [UInt8] {
    try Files.read(path, limit: Self.limit, acceptsStreams: acceptsStreams)
  }

  public func append(_ bytes: [UInt8], to path: String, limit: Int) throws(FileError) -> Bool {
    try PrivateFile(path: path, limit: limit, isDurable: false).append(bytes)
  }

  public func update(
    _ path: String, _ change: ([UInt8]?) throws(FileError) -> [UInt8]?
  ) throws(FileError) {
    try PrivateFile(path: path, limit: Self.limit, isDurable: false).update(change)
  }
}
