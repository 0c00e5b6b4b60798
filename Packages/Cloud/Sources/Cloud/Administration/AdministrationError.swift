public import CloudStore
public import Core
import Experiments

/// An error of what operators do: tokens of administrators, flags and experiments.
public enum AdministrationError: Error, Equatable {
  case badTokenName
  case tokenNameTaken(String)
  case noSuchToken(String)
  /// No driver has this e-mail, plate or identifier.
  case noSuchDriver(String)
  /// The driver has registered another car meanwhile.
  case carChanged(String)
  /// The reason is missing, too long or more than a line.
  case badReason
  /// The author or the message of a version is empty, too long or more than a line.
  case badFlagText
  /// The errors of the definitions, each with its line.
  case badFlags([String])
  /// There is another version of the flags meanwhile.
  case flagsChanged(Int)
  /// There is no version of this number; `nil`: nothing was published yet.
  case noSuchFlagVersion(Int?)
  case noSuchFlag(String)
  /// A conversion whose name is empty or too long.
  case badConversion(String)
  /// Too many segments, two of one name, or one whose name is empty or too long.
  case badSegments
  /// Too many values, or one twice.
  case badMetrics
  case experimentRunning(String)
  case noExperiment(String)
  case database(StoreError)
}

extension AdministrationError: ProblemConvertible {
  public var problem: Problem {
    switch self {
    case .badTokenName:
      Problem(
        .usage, code: "badName",
        message: "The name of a token has 1 to \(AdminTokens.longestName) characters.",
        hint: "Name who or what will use it.")
    case .tokenNameTaken(let name):
      Problem(
        .failed, code: "nameTaken", message: "There is a token '\(name)' already.",
        hint: "Choose another name, or revoke that one.")
    case .noSuchToken(let name):
      Problem(
        .noInput, code: "noSuchToken", message: "There is no token '\(name)'.",
        hint: "List them with 'koober-cloud admin-tokens list'.")
    case .noSuchDriver(let name):
      Problem(
        .noInput, code: "noSuchDriver",
        message: "No driver has the e-mail, the plate or the rider's id '\(name)'.",
        hint: "List them with 'koober-cloud drivers list'.")
    case .carChanged(let name):
      Problem(
        .failed, code: "changedMeanwhile",
        message: "The driver '\(name)' has registered another car meanwhile.",
        hint: "Look at it with 'koober-cloud drivers show', and approve again.")
    case .badReason:
      Problem(
        .usage, code: "badReason",
        message:
          "A reason has at most \(DriverAdministration.longestReason) visible characters in one "
          + "line, and a suspension needs one.",
        hint: "Say in one line what the driver should know.")
    case .badFlagText:
      Problem(
        .usage, code: "badText",
        message: "An author has 1 to \(FlagPublisher.longestAuthor) characters, a message 1 to "
          + "\(FlagPublisher.longestMessage), in one line, all of them visible.",
        hint: "Say in one line why.")
    case .badFlags(let problems):
      Problem(
        .badData, code: "badFlags",
        message: "The definitions cannot be published:\n\(problems.joined(separator: "\n"))",
        hint: "Correct them and publish again.")
    case .flagsChanged(let newest):
      Problem(
        .failed, code: "changedMeanwhile",
        message: "Version \(newest) of the flags was published meanwhile.",
        hint: "See 'koober-cloud flags diff', repeat your change on it, and publish again.")
    case .noSuchFlagVersion(nil):
      Problem(
        .noInput, code: "noFlags", message: "No flags were published yet.",
        hint: "Publish a file with 'koober-cloud flags publish FILE --message WHY'.")
    case .noSuchFlagVersion(let number?):
      Problem(
        .noInput, code: "noSuchVersion", message: "There is no version \(number) of the flags.",
        hint: "See 'koober-cloud flags history'.")
    case .noSuchFlag(let flag):
      Problem(
        .noInput, code: "unknownFlag", message: "There is no published flag '\(flag)'.",
        hint: "Publish its definition with 'koober-cloud flags publish FILE --message WHY'.")
    case .badConversion(let name):
      Problem(
        .usage, code: "badConversion", message: "'\(name)' names no conversion.",
        hint: "Give 1 to \(ExperimentEventLimits.longestText) bytes, such as ride_requested or "
          + "mean:ride_completed.")
    case .badSegments:
      Problem(
        .usage, code: "badSegments",
        message: "The segments are not 1 to \(ExperimentDesign.largestSegmentCount) names.",
        hint: "Give each once, with at most \(ExperimentEventLimits.longestText) bytes.")
    case .badMetrics:
      Problem(
        .usage, code: "badMetrics",
        message: "The values are not 1 to \(ExperimentDesign.largestMetricCount) different ones.",
        hint: "Give each once.")
    case .experimentRunning(let flag):
      Problem(
        .failed, code: "experimentRunning", message: "An experiment on '\(flag)' is running.",
        hint: "Stop it first with 'koober-cloud experiments stop \(flag)'.")
    case .noExperiment(let flag):
      Problem(
        .noInput, code: "noExperiment", message: "No experiment on '\(flag)' is running.",
        hint: "See 'koober-cloud experiments list'.")
    case .database(let error): error.problem
    }
  }
}
