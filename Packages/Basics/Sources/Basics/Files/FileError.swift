import Glibc

/// Why a file could not be read or written.
public struct FileError: Error, Equatable, Sendable {
  /// The kind of a failure, as far as it changes the next step.
  public enum Kind: String, Codable, Sendable {
    case full, notPermitted, missing, corrupt, newerVersion, busy, other
    /// Other users could change the file, or have made it.
    case unsafe
  }

  public let kind: Kind
  public let path: String
  /// The operation and why it failed, as the end of a sentence.
  public let reason: String
  /// The next step when the kind alone does not tell; may be empty.
  public let remedy: String

  /// Describes a failure.
  public init(_ kind: Kind, path: String, reason: String, remedy: String = "") {
    (self.kind, self.path, self.reason, self.remedy) = (kind, path, reason, remedy)
  }

  /// Describes a failed system call by its error number.
  public init(errorNumber: Int32, path: String) {
    let kind: Kind =
      switch errorNumber {
      case ENOSPC, EDQUOT, EFBIG: .full
      case EACCES, EPERM: .notPermitted
      case ENOENT, ENOTDIR: .missing
      case EAGAIN, EBUSY: .busy
      default: .other
      }
    self.init(
      kind, path: path, reason: Self.text(of: errorNumber),
      remedy: errorNumber == EROFS ? "Make the file system writable, or use another folder." : "")
  }

  static func text(of errorNumber: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      buffer.initialize(repeating: 0)
      guard let start = buffer.baseAddress, strerror_r(errorNumber, start, buffer.count) == 0
      else { return "error \(errorNumber)" }
      return String(cString: start)
    }
  }
}

extension FileError: CustomStringConvertible {
  /// The path, the reason and the remedy.
  public var description: String {
    remedy.isEmpty ? "\(path): \(reason)." : "\(path): \(reason). \(remedy)"
  }
}
