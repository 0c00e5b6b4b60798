import Basics
import Core
import FoundationEssentials

/// The identifier of this installation, the targeting key of flags before a sign-in.
struct InstallationID: Sendable {
  private let file: PrivateFile
  private let randomBytes: any RandomBytes

  init(path: String, randomBytes: any RandomBytes) {
    file = PrivateFile(path: path)
    self.randomBytes = randomBytes
  }

  /// Returns the identifier, which is created on first use.
  ///
  /// - Returns: `nil` when it can be neither read nor stored: an experiment requires a lasting
  ///   identifier.
  func identifier() -> String? {
    if let identifier = (try? file.read()).flatMap(Self.identifier) { return identifier }
    var identifier = randomBytes.makeIdentifier()
    do throws(FileError) {
      try file.update { content in
        // Another process may have made one meanwhile.
        guard let existing = content.flatMap(Self.identifier) else { return Array(identifier.utf8) }
        identifier = existing
        return nil
      }
    } catch {
      return nil
    }
    return identifier
  }

  private static func identifier(in content: [UInt8]) -> String? {
    let text = String(decoding: content, as: UTF8.self).trimmingBlanks
    return (1...64).contains(text.utf8.count) ? text : nil
  }
}
