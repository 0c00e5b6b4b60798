import FoundationEssentials
import Glibc

@testable import Cloud

/// A folder of a test's own, gone with the last reference to it.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    path = "/tmp/koober-cloud-\(UUID().uuidString)"
    mkdir(path, 0o700)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a file in the folder.
  func path(of file: String) -> String { "\(path)/\(file)" }

  /// Writes a file and returns its path.
  func write(_ text: String, to file: String) throws -> String {
    try write(Data(text.utf8), to: file)
  }

  /// Writes a file and returns its path.
  func write(_ data: Data, to file: String) throws -> String {
    try data.write(to: URL(fileURLWithPath: path(of: file)))
    return path(of: file)
  }
}
