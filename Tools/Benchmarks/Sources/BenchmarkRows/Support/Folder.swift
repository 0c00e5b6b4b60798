import FoundationEssentials
import Glibc

/// A new empty folder, removed with what is in it when the last reference is gone.
final class Folder: Sendable {
  let path: String

  init() throws {
    var template = Array("\(FileManager.default.temporaryDirectory.path)/bench.XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw Failure("No folder could be made.") }
    path = String(cString: made)
  }

  deinit {
    // What cannot be removed stays among the temporary files; nothing depends on it.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file and returns its path.
  func write(_ content: some Sequence<UInt8>, to name: String) throws -> String {
    let path = "\(path)/\(name)"
    try Data(content).write(to: URL(filePath: path))
    return path
  }
}

/// Why a benchmark could not do its work.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
