import Basics
import CloudServer
import Core
import FoundationEssentials
import Glibc

struct TLSFiles: Sendable {
  let certificate: String
  let key: String

  /// Reads both; refuses a key that others than its owner may read.
  func read() throws(Problem) -> TLSIdentity {
    let identity = TLSIdentity(
      certificate: try Self.text(certificate), key: Secret(try Self.text(key)))
    var status = stat()
    if stat(key, &status) == 0, status.st_mode & 0o077 != 0 {
      let mode = String(status.st_mode & 0o777, radix: 8)
      throw Self.unusable(
        key, "others than its owner may use the key (mode \(mode))",
        hint: "Run 'chmod 600 \(key)'.")
    }
    return identity
  }

  private static func text(_ path: String) throws(Problem) -> String {
    do throws(FileError) {
      let content = try Files.read(path, limit: 1 << 20)
      let text = String(validating: content, as: UTF8.self)
      if let text, text.contains("-----BEGIN ") { return text }
      throw FileError(.corrupt, path: path, reason: "the file is not in PEM")
    } catch {
      throw error.kind == .missing
        ? error.problem
        : unusable(
          path, error.reason,
          hint: "Name a file in PEM, which begins with -----BEGIN, that may be read.")
    }
  }

  private static func unusable(_ path: String, _ reason: String, hint: String) -> Problem {
    Problem(.configuration, code: "badCertificate", message: "\(path): \(reason).", hint: hint)
  }
}
