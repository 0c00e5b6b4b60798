public import Basics

/// An error of a call of the cloud.
public enum CloudError: Error, Equatable, Sendable {
  /// No response arrived.
  case unreachable(reason: String)
  /// No response arrived to a request that changes something and may have been carried out.
  case unanswered(reason: String)
  /// The cloud is overloaded, or the rate limit is exceeded.
  case tryAgainLater(ErrorResponse.Detail, afterSeconds: Int?)
  /// The response cannot be read.
  case unintelligible(reason: String)
  /// Another server, in front of the cloud or in its place, refused with this status.
  case foreign(status: Int, afterSeconds: Int?)
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
    case .unanswered(let reason):
      Problem(
        .unreachable, code: "outcomeUnknown",
        message: "Koober Cloud did not answer: \(reason). What was asked may have been done.",
        hint: "Look before you ask again.")
    case .tryAgainLater(let detail, let seconds):
      Problem(
        .tryAgainLater, code: detail.code.rawValue, message: detail.message,
        hint: Self.waitHint(seconds))
    case .foreign(let status, let seconds):
      Self.problem(status: status, afterSeconds: seconds)
    case .unintelligible(let reason):
      Problem(
        .unintelligible, code: "unintelligibleAnswer",
        message: "Koober Cloud answered something unintelligible: \(reason).",
        hint: "Check that the address is that of a Koober Cloud of this version.")
    case .refused(let detail):
      Problem(
        detail.problemKind, code: detail.code.rawValue, message: detail.message, hint: detail.hint)
    case .storage(let failure):
      failure.problem
    }
  }

  private static func waitHint(_ seconds: Int?) -> String {
    seconds.map { "Try again in \($0) second\($0 == 1 ? "" : "s")." } ?? "Try again in a moment."
  }

  /// Source of the meanings: RFC 9110, section 15.
  private static func problem(status: Int, afterSeconds seconds: Int?) -> Problem {
    switch status {
    case 401, 403, 407:
      Problem(
        .notPermitted, code: "refusedOnTheWay",
        message: "A server on the way to Koober Cloud refused the request (status \(status)).",
        hint: "Ask who runs the network or the cloud.")
    case 429:
      Problem(
        .tryAgainLater, code: "tooManyRequests",
        message: "A server on the way to Koober Cloud has had too many requests (status 429).",
        hint: waitHint(seconds))
    case 408:
      Problem(
        .unreachable, code: "cloudUnreachable",
        message:
          "A server on the way to Koober Cloud waited too long for the request (status 408).",
        hint: "Check the connection, and try again.")
    default:
      Problem(
        .internalError, code: "internalError",
        message: "The server at the cloud's address failed (status \(status)).",
        hint: "Try again; if it happens again, report it to who runs the cloud.")
    }
  }
}

extension ErrorResponse.Detail {
  fileprivate var problemKind: Problem.Kind {
    switch code {
    case .wrongCredentials, .notSignedIn, .notAdministrator, .driverNotAdmitted: .notPermitted
    case .notFound: .noInput
    case .invalidField, .invalidRequest, .tooLarge, .conditionMissing: .usage
    case .internalError: .internalError
    case .tooManyRequests, .tryAgainLater, .routesUnavailable: .tryAgainLater
    case .noSuchEndpoint, .methodNotAllowed: .unintelligible
    case .emailTaken, .rideUnderway, .rideNotCancellable, .rideEnded, .idempotencyKeyReused,
      .ownEmail, .riderBlocked, .quoteExpired, .quoteInvalid, .noRoad, .changedMeanwhile,
      .notDriver, .plateTaken, .shiftOpen, .noShift, .offerClosed, .wrongStep, .wrongCode,
      .rated, .feeChanged:
      .failed
    }
  }
}
