public import Basics

/// An error of a call of the cloud.
public enum CloudError: Error, Equatable, Sendable {
  /// No response arrived.
  case unreachable(reason: String)
  /// The cloud is overloaded, or the rate limit is exceeded.
  case tryAgainLater(ErrorResponse.Detail, afterSeconds: Int?)
  /// The response cannot be read.
  case unintelligible(reason: String)
  case refused(ErrorResponse.Detail)
  /// The cloud runs in this process, and its database file failed.
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

extension ErrorResponse.Detail {
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
