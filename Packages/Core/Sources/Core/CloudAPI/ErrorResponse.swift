/// The JSON document of an error response.
public struct ErrorResponse: Codable, Equatable, Sendable {
  /// Why a request failed; scripts may depend on the names.
  public enum Code: String, Codable, CaseIterable, Sendable {
    case invalidRequest, invalidField, tooLarge
    case wrongCredentials, notSignedIn, notAdministrator
    case notFound, noSuchEndpoint, methodNotAllowed
    case emailTaken, rideUnderway, rideNotCancellable, rideEnded, idempotencyKeyReused, ownEmail
    case riderBlocked
    case quoteExpired, quoteInvalid, noRoad
    case notDriver, driverNotAdmitted, plateTaken, shiftOpen, noShift, offerClosed, wrongStep,
      wrongCode, rated, feeChanged
    case changedMeanwhile, conditionMissing
    case tooManyRequests, tryAgainLater, routesUnavailable, internalError

    /// The HTTP status that goes with the code. Source: RFC 9110, section 15, and RFC 6585.
    public var status: Int {
      switch self {
      case .invalidRequest: 400
      case .wrongCredentials, .notSignedIn, .notAdministrator: 401
      case .driverNotAdmitted: 403
      case .notFound, .noSuchEndpoint: 404
      case .methodNotAllowed: 405
      case .emailTaken, .rideUnderway, .rideNotCancellable, .rideEnded, .ownEmail, .riderBlocked,
        .notDriver, .plateTaken, .shiftOpen, .noShift, .offerClosed, .wrongStep, .wrongCode,
        .rated, .feeChanged:
        409
      case .quoteExpired: 410
      case .changedMeanwhile: 412
      case .tooLarge: 413
      case .invalidField, .idempotencyKeyReused, .quoteInvalid, .noRoad: 422
      case .conditionMissing: 428
      case .tooManyRequests: 429
      case .internalError: 500
      case .tryAgainLater, .routesUnavailable: 503
      }
    }
  }

  /// The error, for users and for scripts.
  public struct Detail: Codable, Equatable, Sendable {
    public let code: Code
    /// The failure, as a sentence.
    public let message: String
    /// The next step; may be empty.
    public let hint: String
    /// The invalid field, if the error concerns one.
    public let field: String?
  }

  public let error: Detail

  /// The document of an error; see ``Detail``.
  public init(_ code: Code, message: String, hint: String = "", field: String? = nil) {
    error = Detail(code: code, message: message, hint: hint, field: field)
  }
}
