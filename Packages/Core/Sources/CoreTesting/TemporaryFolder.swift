import FoundationEssentials
import Glibc

/// A new empty folder that is deleted with its last owner.
public final class TemporaryFolder: Sendable {
  public let path: String

  /// Makes the folder under the system's temporary folder.
  public init() throws {
    var template = Array("\(FileManager.default.temporaryDirectory.path)/koober.XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw CocoaError(.fileWriteUnknown) }
    path = String(cString: made)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}
