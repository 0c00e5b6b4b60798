import Foundation
import Glibc

/// A folder in the temporary folder that is removed at the end.
package final class TrialFolder: Sendable {
  package let path: String

  package init() throws {
    let parent = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    var template = Array("\(parent)/koober-trial.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw CocoaError(.fileWriteUnknown) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

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
