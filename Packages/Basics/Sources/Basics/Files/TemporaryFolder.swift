import Glibc

/// A new empty folder of this user's own, which is removed with its last owner.
public final class TemporaryFolder: Sendable {
  public let path: String

  /// Creates the folder in another one, which is made where it is missing.
  public init(in parent: String = Files.temporaryFolder) throws(FileError) {
    try Files.makeFolder(parent)
    var template = Array("\(parent)/temporary.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw FileError(errorNumber: errno, path: parent) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    // Files that cannot be removed stay among the temporary ones; nothing depends on them.
    try? Files.remove(path)
  }

  /// Returns the path of a file in the folder.
  public func path(of name: String) -> String { "\(path)/\(name)" }

  /// Writes a file of mode 0600, with the folders above it, and returns its path.
  @discardableResult
  public func write(_ content: some Sequence<UInt8>, to name: String) throws(FileError) -> String {
    let path = path(of: name)
    try Files.makeFolder(Files.folder(of: path))
    try OpenFile(path, O_WRONLY | O_CREAT | O_TRUNC).write(Array(content))
    return path
  }

  /// Writes a text file in the same way.
  @discardableResult
  public func write(_ text: String, to name: String) throws(FileError) -> String {
    try write(text.utf8, to: name)
  }
}
