import Basics
import Foundation

/// A folder in the temporary folder that is removed at the end.
package final class RunFolder: Sendable {
  private let folder: TemporaryFolder

  package init() throws { folder = try TemporaryFolder() }

  package var path: String { folder.path }

  /// Replaces a folder inside this one by a copy of another.
  package func copy(_ source: String, to name: String) throws -> String {
    let target = "\(path)/\(name)"
    try? FileManager.default.removeItem(atPath: target)
    try FileManager.default.copyItem(atPath: source, toPath: target)
    return target
  }

  /// Makes a folder inside this one, empty.
  package func empty(_ name: String) throws -> String {
    let target = "\(path)/\(name)"
    try? FileManager.default.removeItem(atPath: target)
    try FileManager.default.createDirectory(
      atPath: target, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return target
  }
}
