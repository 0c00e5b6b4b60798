public import Basics

/// Why a call of the cloud gave no result.
public enum CloudError: Error, Equatable, Sendable {
  /// No answer came: the cloud or the way to it does not work.
  case unreachable(reason: String)
  /// The cloud answered that it is too busy, now.
  case tryAgainLater(CloudRefusal.Detail, afterSeconds: Int?)
  /// An answer came that this program cannot read.
  case unintelligible(reason: String)
  /// The cloud understood and said no.
  case refused(CloudRefusal.Detail)
  /// The cloud runs in this process and its own file failed.
  case storage(FileError)
}

extension CloudError: ProblemConvertible {
  public var problem: Problem {
    switch self {
    case .unreachable(let reason):
      Problem(
        .unreachable, code: "cloudUnreachable",
        message: "Koober Cloud did not answer: \(reason).",
        hint: "Check the connection and address, and try again.")
    case .tryAgainLater(let detail, let seconds):
      Problem(
        .tryAgainLater, code: detail.code.rawValue, message: detail.message,
        hint: seconds.map { "Try again in \($0) seconds." } ?? "Try again in a moment.")
    case .unintelligible(let reason):
      Problem(
        .unintelligible, code: "unintelligibleAnswer",
        message: "Koober Cloud answered something unintelligible: \(reason).",
        hint: "Check that the address is that of a Koober Cloud of this version.")
    case .refused(let detail):
      Problem(
        detail.problemKind, code: detail.code.rawValue, message: detail.message,
        hint: detail.hint)
    case .storage(let failure):
      failure.problem
    }
  }
}

extension CloudRefusal.Detail {
  fileprivate var problemKind: Problem.Kind {
    switch code {
    case .wrongCredentials, .notSignedIn, .notAdministrator: .notPermitted
    case .notFound: .noInput
    case .invalidField, .invalidRequest, .tooLarge, .conditionMissing: .usage
    case .internalError: .internalError
    case .tooManyRequests, .tryAgainLater: .tryAgainLater
    case .noSuchEndpoint, .methodNotAllowed: .unintelligible
    case .emailTaken, .rideUnderway, .rideNotCancellable, .idempotencyKeyReused, .ownEmail,
      .riderBlocked,
      .changedMeanwhile:
      .failed
    }
  }
}
