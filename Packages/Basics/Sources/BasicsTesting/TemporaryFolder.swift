import FoundationEssentials
import Glibc

/// A new empty folder, which is deleted with its last owner.
public final class TemporaryFolder: Sendable {
  public let path: String

  /// Makes the folder under the system's temporary folder.
  public init() throws {
    var template = Array("\(FileManager.default.temporaryDirectory.path)/koober.XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw CocoaError(.fileWriteUnknown) }
    path = String(cString: made)
  }

  deinit {
    // What cannot be deleted stays among the temporary files; nothing depends on it.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file of mode 0600 and returns its path.
  @discardableResult
  public func write(_ content: some Sequence<UInt8>, to name: String) throws -> String {
    let path = path(of: name)
    try Data(content).write(to: URL(filePath: path))
    guard chmod(path, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
    return path
  }

  /// Writes a text file and returns its path.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    try write(text.utf8, to: name)
  }

  /// Returns the path of a file in the folder.
  public func path(of name: String) -> String { "\(path)/\(name)" }
}
