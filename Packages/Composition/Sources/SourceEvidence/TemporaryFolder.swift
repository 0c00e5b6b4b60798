import Glibc

/// A new empty folder, removed with the files in it when the last reference is gone.
public final class TemporaryFolder: Sendable {
  /// Where the folder is.
  public let path: String

  /// Creates the folder.
  public init() throws {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/composition-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw EvidenceError("No folder can be made in '\(parent)' (error \(errno)). Check it.")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    // What cannot be removed stays in the folder for temporary files; nothing depends on it.
    for name in (try? Files.names(in: path)) ?? [] { unlink("\(path)/\(name)") }
    rmdir(path)
  }
}
