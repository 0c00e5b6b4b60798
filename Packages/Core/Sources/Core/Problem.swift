public import Basics

/// An error as a rider or a script needs it: what happened, why, and what to do next.
public struct Problem: Error, Equatable, Sendable {
  /// The kind of the error; decides the exit status of a command.
  public enum Kind: CaseIterable, Sendable {
    case failed, cancelled, usage, badData, noInput, unreachable, internalError
    case cannotCreate, inputOutput, tryAgainLater, unintelligible, notPermitted, configuration
  }

  public let kind: Kind
  /// A stable name for scripts, in camelCase.
  public let code: String
  /// The failure, its object and its cause, in one sentence or two.
  public let message: String
  /// The next step; may be empty.
  public let hint: String

  public init(_ kind: Kind, code: String, message: String, hint: String) {
    (self.kind, self.code, self.message, self.hint) = (kind, code, message, hint)
  }
}

/// An error that can be shown to a rider.
public protocol ProblemConvertible: Error {
  var problem: Problem { get }
}

extension Problem: ProblemConvertible {
  public var problem: Problem { self }
}

extension AuthError: ProblemConvertible {
  public var problem: Problem {
    switch self {
    case .cloud(let error): error.problem
    case .sessionStore(let failure): failure.problem
    }
  }
}

extension FileError: ProblemConvertible {
  public var problem: Problem {
    let (problemKind, code, hint): (Problem.Kind, String, String) =
      switch kind {
      case .full: (.inputOutput, "diskFull", "Free some space there and try again.")
      case .notPermitted:
        (.cannotCreate, "notPermitted", "Check who may write there, and try again.")
      case .missing: (.noInput, "noSuchFile", "Check the path.")
      case .corrupt: (.badData, "corruptFile", "Move the file away; a new one is made.")
      case .newerVersion:
        (.configuration, "newerVersion", "Use a newer version of the program.")
      case .unsafe: (.configuration, "unsafeFile", "Use a file or folder of your own.")
      case .busy: (.tryAgainLater, "busy", "Another program is using it; try again.")
      case .other: (.inputOutput, "inputOutput", "Check the path and the disk, and try again.")
      }
    return Problem(
      problemKind, code: code, message: "\(path): \(reason).",
      hint: remedy.isEmpty ? hint : remedy)
  }
}
