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
  /// What happened, to what, and why; one sentence or two.
  public let message: String
  /// What to do next; may be empty.
  public let hint: String

  /// Describes an error.
  public init(_ kind: Kind, code: String, message: String, hint: String) {
    self.kind = kind
    self.code = code
    self.message = message
    self.hint = hint
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
