import Basics
import CloudServer
import Core
import FoundationEssentials
import Glibc

struct TLSFiles: Sendable {
  let certificate: String
  let key: String

  /// Reads both; refuses a key that others than its owner may read.
  func read() throws(FileError) -> TLSIdentity {
    var status = stat()
    guard stat(key, &status) == 0 else { throw FileError(errorNumber: errno, path: key) }
    guard status.st_mode & 0o077 == 0 else {
      let mode = String(status.st_mode & 0o777, radix: 8)
      throw FileError(
        .notPermitted, path: key, reason: "others than its owner may use the key (mode \(mode))",
        remedy: "Run 'chmod 600 \(key)'.")
    }
    return TLSIdentity(certificate: try Self.text(certificate), key: Secret(try Self.text(key)))
  }

  private static func text(_ path: String) throws(FileError) -> String {
    let content = try Files.read(path, limit: 1 << 20)
    guard let text = String(validating: content, as: UTF8.self), text.contains("-----BEGIN ") else {
      throw FileError(
        .corrupt, path: path, reason: "the file is not in PEM",
        remedy: "Name a file that begins with -----BEGIN.")
    }
    return text
  }
}
