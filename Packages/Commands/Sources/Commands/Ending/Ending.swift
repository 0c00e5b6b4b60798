public import Core
import Terminal

/// How a run of the program ends when it does not succeed.
public struct Ending: Equatable, Sendable {
  public let status: Int32
  /// What is told on the standard error; nothing is when it is `nil`.
  public let problem: Problem?

  /// Decides how an error ends the program.
  public init(_ error: any Error) {
    switch error {
    case let error as any ProblemConvertible: self.init(error.problem)
    case let error as UsageError:
      self.init(Problem(.usage, code: "usage", message: error.message, hint: error.hint))
    case let error as PromptError: self.init(error)
    case let error as TerminalError: self.init(error)
    case is CancellationError: self = .interrupted
    case is IncompleteResult: self.init(status: 1, problem: nil)
    default:
      // The error's own text may name types; it says nothing to whoever reads it.
      self.init(
        Problem(
          .internalError, code: "internalError",
          message: "Something happened that the program is not prepared for.",
          hint: "Try again; if it happens again, report what you did."))
    }
  }

  private init(_ problem: Problem) {
    status = problem.kind.exitStatus
    self.problem = problem
  }

  private init(status: Int32, problem: Problem?) {
    self.status = status
    self.problem = problem
  }

  private init(_ error: PromptError) {
    switch error {
    case .interrupted: self = .interrupted
    case .terminal(let error): self.init(error)
    case .noTerminal(let option):
      self.init(
        Problem(
          .usage, code: "missingOption", message: "There is no terminal to ask on.",
          hint: "Pass \(option)."))
    case .inputEnded, .notText:
      self.init(
        Problem(.usage, code: "noAnswer", message: error.description, hint: ""))
    }
  }

  private init(_ error: TerminalError) {
    switch error {
    case .closedPipe:
      self.init(status: 0, problem: nil)
    case .failed:
      self.init(
        Problem(.inputOutput, code: "inputOutput", message: error.description, hint: ""))
    case .tooMuchInput, .notText:
      self.init(Problem(.badData, code: "badInput", message: error.description, hint: ""))
    }
  }

  /// Somebody has stopped the program. Source of the status: 128 + SIGINT.
  static let interrupted = Ending(status: 130, problem: nil)
}
