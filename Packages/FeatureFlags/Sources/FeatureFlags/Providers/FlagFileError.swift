public import Basics

/// An error of a file of flag definitions.
public enum FlagFileError: Error, Equatable, Sendable {
  /// The file cannot be read.
  case unreadable(FileError)
  /// The file's content is not a document with flag definitions.
  case unusable(path: String, FlagDefinitionsError)
}

extension FlagFileError: CustomStringConvertible {
  /// The error, its file and its remedy.
  public var description: String {
    switch self {
    case .unreadable(let error): error.description
    case .unusable(let path, let error): "\(path): \(error)"
    }
  }
}

extension FlagDefinitions {
  /// Reads and compiles a file of flag definitions.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - reserved: The flags that the file must not define.
  ///   - files: Where the file is.
  ///   - clock: The time that rules see as `$flagd.timestamp`.
  /// - Throws: ``FlagFileError``, which tells a file that cannot be read from one that is no
  ///   definition document.
  public init(
    file path: String, reserved: Set<String> = [], files: some FileAccess = SystemFiles(),
    clock: UnixClock = .system
  ) throws(FlagFileError) {
    let bytes: [UInt8]
    do {
      bytes = try files.read(path)
    } catch {
      throw .unreadable(error)
    }
    do {
      try self.init(parsing: bytes, clock: clock)
      try requireNone(of: reserved)
    } catch {
      throw .unusable(path: path, error)
    }
  }
}
