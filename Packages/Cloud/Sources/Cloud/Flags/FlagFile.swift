import Basics
import CloudStore
public import Core
public import FeatureFlags
import FoundationEssentials
import Glibc
import Synchronization

/// The file of the flag definitions that the cloud serves.
///
/// Several servers may share it. It is checked with each request for the definitions, and read
/// again when it has changed; an invalid one is reported, and the last valid definitions stay.
public final class FlagFile: Sendable, FlagSource {
  private let provider: FileProvider
  private let report: @Sendable (FlagFileError) -> Void
  private let cached: Mutex<(document: JSON.Object, tag: EntityTag)?>

  /// Creates a reader of a file; one that does not exist holds no flags, unless it has to.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - reserved: The flags that the cloud decides itself, and that the file must not define.
  ///   - mustExist: Whether a file that is not there is an error.
  ///   - report: Called once when the file becomes invalid.
  public init(
    path: String, reserved: Set<String> = [], mustExist: Bool = false,
    report: @escaping @Sendable (FlagFileError) -> Void
  ) {
    provider = FileProvider(path: path, reserved: reserved, mustExist: mustExist)
    self.report = report
    cached = Mutex(nil)
  }

  /// Reads the file again if it has changed; returns a new error of it, which has been reported.
  @discardableResult
  public func refresh() -> FlagFileError? {
    switch provider.refresh() {
    case .unchanged: return nil
    case .reloaded:
      cached.withLock { $0 = nil }
      return nil
    case .failed(let error):
      report(error)
      return error
    }
  }

  /// The last valid definitions, and when the file was changed last, whatever its content says.
  var current: (definitions: FlagDefinitions, since: Date) {
    refresh()
    var status = stat()
    let isThere = stat(provider.path, &status) == 0
    let time = Double(status.st_ctim.tv_sec) + Double(status.st_ctim.tv_nsec) / 1e9
    return (provider.definitions, isThere ? Date(timeIntervalSince1970: time) : .distantPast)
  }

  /// The last valid definitions as a document, with its tag.
  func document() throws -> (document: JSON.Object, tag: EntityTag) {
    refresh()
    return try cached.withLock { cached in
      if let cached { return cached }
      let document = provider.definitions.document.object ?? JSON.Object()
      let tagged = (document, EntityTag(of: try JSONCoding.encode(document)))
      cached = tagged
      return tagged
    }
  }

  /// Replaces the definitions in the file if they still have one of the tags in a header.
  /// A concurrent reader sees either the old definitions or the new ones.
  func replace(
    with document: JSON.Object, ifTag header: String, by author: String, message: String
  ) throws -> EntityTag? {
    let text = try Array(JSONCoding.encode(document, pretty: true))
    var isReplaced = false
    try StoreError.onFile { () throws(FileError) in
      try PrivateFile(path: provider.path, limit: FlagDefinitions.maximumByteCount).update { _ in
        isReplaced = (try? self.document().tag.isIn(header)) ?? false
        return isReplaced ? text : nil
      }
    }
    return isReplaced ? try self.document().tag : nil
  }
}

extension FlagFileError {
  /// The problem that is printed: status 66 for an unreadable file, 65 for an invalid one.
  public var problem: Problem {
    switch self {
    case .unreadable(let error) where error.kind == .corrupt || error.kind == .unsafe:
      error.problem
    case .unreadable:
      Problem(.noInput, code: "unreadableFlags", message: description, hint: "Check the path.")
    case .unusable:
      Problem(.badData, code: "badFlags", message: description, hint: "Correct the file.")
    }
  }
}
