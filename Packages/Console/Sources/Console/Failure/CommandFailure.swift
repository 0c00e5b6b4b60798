public import Core
public import Terminal

/// The printed result names parts of the request that failed; status 1.
public struct PartialResultError: Error { public init() {} }

/// The exit status of a command that has not succeeded, and the problem that it prints.
public struct CommandFailure: Equatable, Sendable {
  public let status: Int32
  /// The problem to print on the standard error; `nil` prints nothing.
  public let problem: Problem?

  /// Decides how an error ends the program.
  public init(_ error: any Error) {
    switch error {
    case let error as any ProblemConvertible: self.init(error.problem)
    case let error as UsageError:
      self.init(Problem(.usage, code: "usage", message: error.message, hint: error.hint))
    case PromptError.interrupted, is CancellationError: self = .interrupted
    case PromptError.terminal(let error): self.init(error as any Error)
    case PromptError.noTerminal(let option):
      self.init(
        Problem(
          .usage, code: "missingOption",
          message: "Nothing can be asked here: there is no terminal, or CI is set.",
          hint: "Pass \(option)."))
    case is PromptError: self.init(Problem(.usage, code: "noAnswer", message: "\(error)", hint: ""))
    case TerminalError.closedPipe: self.init(status: ExitStatus.done.code, problem: nil)
    case TerminalError.failed:
      self.init(Problem(.inputOutput, code: "inputOutput", message: "\(error)", hint: ""))
    case is TerminalError:
      self.init(Problem(.badData, code: "badInput", message: "\(error)", hint: ""))
    case is PartialResultError: self.init(status: Problem.Kind.failed.exitStatus.code, problem: nil)
    default:
      // The error's own text may name types, which mean nothing to a user.
      self.init(
        Problem(
          .internalError, code: "internalError",
          message: "Something happened that the program is not prepared for.",
          hint: "Try again; if it happens again, report what you did."))
    }
  }

  /// Adds the commands that help with the problem to its hint.
  ///
  /// - Parameter advice: A sentence by the code of a problem.
  func adding(_ advice: [String: String]) -> CommandFailure {
    guard let problem, let sentence = advice[problem.code] else { return self }
    let hint = problem.hint.isEmpty ? sentence : "\(problem.hint) \(sentence)"
    return CommandFailure(
      Problem(problem.kind, code: problem.code, message: problem.message, hint: hint))
  }

  private init(_ problem: Problem) {
    status = problem.kind.exitStatus.code
    self.problem = problem
  }

  private init(status: Int32, problem: Problem?) { (self.status, self.problem) = (status, problem) }
  static let interrupted = CommandFailure(status: ExitStatus.interrupted.code, problem: nil)
}

extension [Styled] {
  /// Returns the lines of an error on a screen: what happened, and what to do next; none without one.
  public static func error(_ error: (any ProblemConvertible)?) -> [Styled] {
    error.map { .error($0.problem.message, hint: $0.problem.hint) } ?? []
  }

  /// Returns the lines of an error on a screen, below a sentence that says what failed.
  public static func error(_ title: String, because error: any ProblemConvertible) -> [Styled] {
    [Styled(title, .error), Styled(error.problem.message), Styled(error.problem.hint)]
  }
}

extension ExitStatus {
  /// The command did everything that was requested.
  static let done = ExitStatus(0, "done; of a server: stopped by a signal")

  /// A signal or Ctrl-C ended the command. Source of the number: 128 + SIGINT.
  static let interrupted = ExitStatus(130, "interrupted")

  /// Every status that Koober's programs end with, in the order of their numbers.
  public static let table = [done] + Problem.Kind.allCases.map(\.exitStatus) + [interrupted]
}

extension Problem.Kind {
  /// The status that a command ends with. Source of 64 to 78: sysexits.h.
  public var exitStatus: ExitStatus {
    switch self {
    case .failed: ExitStatus(1, "failed")
    case .cancelled: ExitStatus(2, "cancelled by the rider")
    case .usage: ExitStatus(64, "usage: the command line is not understood or incomplete")
    case .badData: ExitStatus(65, "bad data: a corrupt file or a bad import")
    case .noInput:
      ExitStatus(66, "no such input: a file, a place, a ride or a post that does not exist")
    case .unreachable: ExitStatus(69, "the cloud, or its database, cannot be reached")
    case .internalError: ExitStatus(70, "internal error")
    case .cannotCreate: ExitStatus(73, "a file cannot be created")
    case .inputOutput: ExitStatus(74, "input-output error: the disk is full or does not work")
    case .tryAgainLater: ExitStatus(75, "try again later")
    case .unintelligible: ExitStatus(76, "the cloud answered something unintelligible")
    case .notPermitted: ExitStatus(77, "not signed in, or refused")
    case .configuration:
      ExitStatus(78, "bad configuration: a file, an address, a certificate or the environment")
    }
  }
}
