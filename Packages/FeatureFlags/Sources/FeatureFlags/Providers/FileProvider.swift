import Basics
import Synchronization

/// The definitions in a file, which is read again when it has changed.
///
/// A file that does not exist holds no flags. A file that has become unreadable or broken is
/// reported, and the last good definitions stay.
public final class FileProvider: FeatureProvider, FlagDefinitionsSource {
  /// The result of checking the file.
  public enum Refresh: Sendable, Equatable {
    /// The file is as it was.
    case unchanged
    /// The file has changed, and its definitions are in use now.
    case reloaded
    /// The file has changed for the worse; the last good definitions stay.
    case failed(FlagFileError)
  }

  public let path: String
  private let reserved: Set<String>
  private let files: any FileAccess
  private let clock: UnixClock
  private let snapshot = Mutex(FlagDefinitions.empty)
  private let lastLook = Mutex(Look())

  private struct Look {
    /// The state in which the file was last read; `nil` before that.
    var status: FileStatus??
    /// The last error.
    var failure: FlagFileError?
  }

  /// Creates a provider of a file's definitions; it has none until the first ``refresh()``.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - reserved: The flags that the file must not define.
  ///   - files: Where the file is.
  ///   - clock: The time that rules see as `$flagd.timestamp`.
  public init(
    path: String, reserved: Set<String> = [], files: any FileAccess = SystemFiles(),
    clock: UnixClock = .system
  ) {
    self.path = path
    self.reserved = reserved
    self.files = files
    self.clock = clock
  }

  /// The last valid definitions.
  public var definitions: FlagDefinitions { snapshot.withLock { $0 } }

  /// The answer of the last good definitions.
  public func resolve(
    _ key: String, as type: FlagType, context: EvaluationContext
  ) -> FlagResolution {
    definitions.resolve(key, as: type, context: context)
  }

  /// Looks at the file, and reads it if it has another time, number or size than last time.
  ///
  /// The same failure is reported once.
  public func refresh() -> Refresh {
    lastLook.withLock { last in
      do throws(FlagFileError) {
        let status = try status()
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

  private func status() throws(FlagFileError) -> FileStatus? {
    do {
      return try files.status(of: path)
    } catch {
      throw .unreadable(error)
    }
  }

  /// Reads the file; one that is broken is not read again until it changes.
  private func load(
    _ status: FileStatus?, _ look: inout Look
  ) throws(FlagFileError) -> FlagDefinitions {
    guard status != nil else { return .empty }
    do {
      return try FlagDefinitions(file: path, reserved: reserved, files: files, clock: clock)
    } catch .unreadable(let error) where error.kind == .missing {
      return .empty  // It was removed just now.
    } catch .unusable(let path, let error) {
      look = Look(status: status)
      throw .unusable(path: path, error)
    }
  }
}
