import Basics
import Core
public import FeatureFlags
import FoundationEssentials
import Synchronization

/// The file of the flag definitions that the cloud serves.
///
/// Several servers may share it. It is looked at whenever somebody asks for the definitions, and
/// read again when it has changed; a bad one is reported, and the last good definitions stay.
public final class FlagFile: Sendable {
  private let provider: FileProvider
  private let report: @Sendable (FlagFileError) -> Void
  private let current: Mutex<(document: JSON.Object, tag: EntityTag)?>

  /// Names a file; one that does not exist holds no flags.
  ///
  /// - `report`: Is told once when the file has become bad.
  public init(path: String, report: @escaping @Sendable (FlagFileError) -> Void) {
    provider = FileProvider(path: path)
    self.report = report
    current = Mutex(nil)
  }

  /// Reads the file again if it has changed.
  ///
  /// - Returns: What is wrong with it now, if that is new; it has been reported.
  @discardableResult
  public func refresh() -> FlagFileError? {
    switch provider.refresh() {
    case .unchanged: return nil
    case .reloaded:
      current.withLock { $0 = nil }
      return nil
    case .failed(let error):
      report(error)
      return error
    }
  }

  /// The last good definitions.
  var definitions: FlagDefinitions {
    refresh()
    return provider.definitions
  }

  /// The last good definitions as a document, with its tag.
  func document() throws -> (document: JSON.Object, tag: EntityTag) {
    refresh()
    return try current.withLock { current in
      if let current { return current }
      let document = provider.definitions.document.object ?? JSON.Object()
      let tagged = (document, EntityTag(of: try JSONCoding.encode(document)))
      current = tagged
      return tagged
    }
  }

  /// Replaces the definitions if those in the file still have one of the tags in a header.
  ///
  /// Whoever reads the file meanwhile sees the old definitions or the new.
  ///
  /// - Returns: The new tag; `nil`, and nothing is changed, when the file has other definitions.
  func replace(with document: JSON.Object, ifTag header: String) throws -> EntityTag? {
    let text = try Array(JSONCoding.encode(document, pretty: true))
    var isReplaced = false
    do throws(FileError) {
      try PrivateFile(path: provider.path, limit: 16 << 20).update { _ in
        isReplaced = (try? self.document().tag.isIn(header)) ?? false
        return isReplaced ? text : nil
      }
    } catch {
      throw StoreError.file(error)
    }
    return isReplaced ? try self.document().tag : nil
  }
}
