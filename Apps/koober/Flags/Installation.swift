import Core
import FoundationEssentials

/// The identifier of this installation, by which flags choose before anybody is signed in.
struct Installation: Sendable {
  private let file: PrivateFile
  private let randomBytes: any RandomBytes

  init(path: String, randomBytes: any RandomBytes) {
    file = PrivateFile(path: path)
    self.randomBytes = randomBytes
  }

  /// Returns the identifier, which is made when it is first asked for.
  ///
  /// - Returns: `nil` when it can be neither read nor kept: without a lasting identifier nobody
  ///   takes part in an experiment.
  func identifier() -> String? {
    if let content = try? file.read() {
      let text = String(decoding: content, as: UTF8.self).trimmingBlanks
      if (1...64).contains(text.utf8.count) { return text }
    }
    let identifier = randomBytes.makeIdentifier()
    guard (try? file.write(Data(identifier.utf8))) != nil else { return nil }
    return identifier
  }
}
