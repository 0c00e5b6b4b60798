import Core
import FoundationEssentials

/// An error response of the cloud's API.
struct APIError: Error, Equatable {
  let document: ErrorResponse

  init(_ code: ErrorResponse.Code, message: String, hint: String = "", field: String? = nil) {
    document = ErrorResponse(code, message: message, hint: hint, field: field)
  }
}

extension APIError {
  static func invalid(_ field: String, _ message: String, hint: String = "") -> APIError {
    APIError(.invalidField, message: message, hint: hint, field: field)
  }

  static func invalid(_ problem: FieldError) -> APIError {
    invalid(problem.field.rawValue, problem.message)
  }

  static func emailTaken(_ email: String) -> APIError {
    APIError(
      .emailTaken, message: "The e-mail '\(email)' has an account already.",
      hint: "Sign in, or sign up with another e-mail.", field: "email")
  }

  static func wrongCredentials(email: String) -> APIError {
    APIError(
      .wrongCredentials, message: "No account matches '\(email)' and that password.",
      hint: "Check both, or sign up.")
  }

  static let notSignedIn = APIError(
    .notSignedIn, message: "The session is unknown, has expired or was ended.",
    hint: "Sign in again.")

  /// The same error for an object that does not exist and for one of another rider.
  static func notFound(_ thing: String, _ id: String, hint: String = "") -> APIError {
    APIError(.notFound, message: "There is no \(thing) '\(id)'.", hint: hint)
  }

  static let keyReused = APIError(
    .idempotencyKeyReused, message: "The idempotency key was used for another request before.",
    hint: "Repeat the same request, or choose a new key.", field: "idempotencyKey")
}
