import Basics
import CSecret

/// The desktop's secret service, through libsecret.
struct SecretService: Sendable {
  private let library: koober_secret

  /// Loads the library and asks the service; `nil` where either is missing.
  init?() {
    var library = koober_secret()
    guard koober_secret_load(&library) != 0, koober_secret_answers(&library) != 0 else {
      return nil
    }
    self.library = library
  }

  func read(_ name: String) throws(FileError) -> [UInt8]? {
    var error = koober_secret_failure()
    let secret = withUnsafePointer(to: library) { koober_secret_lookup($0, name, &error) }
    try check(error)
    guard let secret else { return nil }
    defer { library.password_free(secret) }
    return Array(String(cString: secret).utf8)
  }

  func save(_ content: [UInt8], as name: String) throws(FileError) {
    var error = koober_secret_failure()
    withUnsafePointer(to: library) {
      koober_secret_store($0, name, String(decoding: content, as: UTF8.self), &error)
    }
    try check(error)
  }

  func delete(_ name: String) throws(FileError) {
    var error = koober_secret_failure()
    withUnsafePointer(to: library) { koober_secret_clear($0, name, &error) }
    try check(error)
  }

  private func check(_ failure: koober_secret_failure) throws(FileError) {
    guard failure.failed != 0 else { return }
    let reason = withUnsafeBytes(of: failure.message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    throw FileError(
      .other, path: "the desktop's keyring", reason: reason,
      remedy: "Unlock it, or keep the session in a file: --flag user-session-store=file.")
  }
}
