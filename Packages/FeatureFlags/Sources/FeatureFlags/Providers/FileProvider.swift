public import Basics
import Synchronization

/// The definitions in a file, which is read again when it has changed.
///
/// A file that does not exist holds no flags, unless it has to. A file that has become unreadable or broken is
/// reported, and the last good definitions stay.
public final class FileProvider: FlagDefinitionsSource {
  public enum Refresh: Sendable, Equatable {
    case unchanged
    /// The file has changed, and its definitions are in use now.
    case reloaded
    /// The file has changed for the worse; the last good definitions stay.
    case failed(FlagFileError)
  }

  public let path: String
  private let reserved: Set<String>
  private let mustExist: Bool
  private let files: any FileAccess
  private let clock: UnixClock
  private let snapshot = Mutex(FlagDefinitions.empty)
  private let lastLook = Mutex(Look())

  private struct Look {
    /// The state in which the file was last read; `nil` before that.
    var status: FileStatus??
    var failure: FlagFileError?
  }

  /// Creates a provider of a file's definitions; it has none until the first ``refresh()``.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - reserved: The flags that the file must not define.
  ///   - mustExist: Whether a file that is not there is an error.
  ///   - files: Where the file is.
  ///   - clock: The time that rules see as `$flagd.timestamp`.
  public init(
    path: String, reserved: Set<String> = [], mustExist: Bool = false,
    files: any FileAccess = SystemFiles(), clock: UnixClock = .system
  ) {
    self.path = path
    self.reserved = reserved
    self.mustExist = mustExist
    self.files = files
    self.clock = clock
  }

  /// The last valid definitions.
  public var definitions: FlagDefinitions { snapshot.withLock { $0 } }

  /// Looks at the file, and reads it if it has another time, number or size than last time.
  ///
  /// The same failure is reported once.
  public func refresh() -> Refresh {
    lastLook.withLock { last in
      do throws(FlagFileError) {
        let status = try Result { () throws(FileError) in try files.status(of: path) }
          .mapError(FlagFileError.unreadable).get()
        guard last.status != .some(status) else { return .unchanged }
        let definitions = try load(status, &last)
        last = Look(status: status)
        snapshot.withLock { $0 = definitions }
        return .reloaded
      } catch {
        if last.failure == error { return .unchanged }
        last.failure = error
        return .failed(error)
      }
    }
  }

  /// Reads the file; one that is broken is not read again until it changes.
  private func load(
    _ status: FileStatus?, _ look: inout Look
  ) throws(FlagFileError) -> FlagDefinitions {
    guard status != nil || mustExist else { return .empty }
    do {
      return try FlagDefinitions(file: path, reserved: reserved, files: files, clock: clock)
    } catch .unreadable(let error) where error.kind == .missing && !mustExist {
      return .empty  // It was removed just now.
    } catch .unusable(let path, let error) {
      look = Look(status: status)
      throw .unusable(path: path, error)
    }
  }
}

/// An error of a file of flag definitions.
public enum FlagFileError: Error, Equatable, Sendable, CustomStringConvertible {
  case unreadable(FileError)
  /// The file's content is not a document with flag definitions.
  case unusable(path: String, FlagDefinitionsError)

  public var description: String {
    switch self {
    case .unreadable(let error): error.description
    case .unusable(let path, let error): "\(path): \(error)"
    }
  }
}

extension FlagDefinitions {
  /// Reads and compiles a file of flag definitions, which must not define the reserved ones.
  ///
  /// - Throws: ``FlagFileError``, which tells a file that cannot be read from one that is no
  ///   definition document.
  public init(
    file path: String, reserved: Set<String> = [], files: some FileAccess = SystemFiles(),
    clock: UnixClock = .system
  ) throws(FlagFileError) {
    let bytes = try Result { () throws(FileError) in try files.read(path) }
      .mapError(FlagFileError.unreadable).get()
    do {
      try self.init(parsing: bytes, clock: clock)
      try requireNone(of: reserved)
    } catch {
      throw .unusable(path: path, error)
    }
  }
}
