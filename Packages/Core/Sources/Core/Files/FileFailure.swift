import Glibc

/// A file that could not be read or written, and why.
public struct FileFailure: Error, Equatable, Sendable {
  /// What went wrong, as far as it changes what to do next.
  public enum Kind: String, Codable, Sendable {
    case full, notPermitted, missing, corrupt, newerVersion, busy, other
  }

  public let kind: Kind
  public let path: String
  /// What was being done and why it failed, as the end of a sentence.
  public let reason: String
  /// What to do next when the kind alone does not tell; may be empty.
  public let remedy: String

  /// Describes a failure.
  public init(_ kind: Kind, path: String, reason: String, remedy: String = "") {
    self.kind = kind
    self.path = path
    self.reason = reason
    self.remedy = remedy
  }

  /// Describes a failed system call by its error number.
  public init(errorNumber: Int32, path: String) {
    let kind: Kind =
      switch errorNumber {
      case ENOSPC, EDQUOT, EFBIG: .full
      case EACCES, EPERM, EROFS: .notPermitted
      case ENOENT, ENOTDIR: .missing
      case EAGAIN, EBUSY: .busy
      default: .other
      }
    self.init(kind, path: path, reason: String(cString: strerror(errorNumber)))
  }
}

extension FileFailure: ProblemConvertible {
  public var problem: Problem {
    switch kind {
    case .full:
      makeProblem(.inputOutput, "diskFull", "Free some space there and try again.")
    case .notPermitted:
      makeProblem(.cannotCreate, "notPermitted", "Check who may write there, and try again.")
    case .missing:
      makeProblem(.noInput, "noSuchFile", "Check the path.")
    case .corrupt:
      makeProblem(.badData, "corruptFile", "Move the file away; a new one is made.")
    case .newerVersion:
      makeProblem(.configuration, "newerVersion", "Update koober, or use another KOOBER_HOME.")
    case .busy:
      makeProblem(.tryAgainLater, "busy", "Another program is using it; try again.")
    case .other:
      makeProblem(.inputOutput, "inputOutput", "Check the path and the disk, and try again.")
    }
  }

  private func makeProblem(_ kind: Problem.Kind, _ code: String, _ hint: String) -> Problem {
    Problem(
      kind, code: code, message: "\(path): \(reason).", hint: remedy.isEmpty ? hint : remedy)
  }
}
