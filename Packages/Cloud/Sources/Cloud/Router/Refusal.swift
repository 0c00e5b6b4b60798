import Core
import FoundationEssentials

/// A no, said by the cloud on purpose.
struct Refusal: Error, Equatable {
  let document: CloudRefusal

  init(_ code: CloudRefusal.Code, message: String, hint: String = "", field: String? = nil) {
    document = CloudRefusal(code, message: message, hint: hint, field: field)
  }
}

extension Refusal {
  static func invalid(_ field: String, _ message: String, hint: String = "") -> Refusal {
    Refusal(.invalidField, message: message, hint: hint, field: field)
  }

  static func invalid(_ problem: FieldProblem) -> Refusal {
    invalid(problem.field.rawValue, problem.message)
  }

  static func emailTaken(_ email: String) -> Refusal {
    Refusal(
      .emailTaken, message: "The e-mail '\(email)' has an account already.",
      hint: "Sign in, or sign up with another e-mail.", field: "email")
  }

  static func wrongCredentials(email: String) -> Refusal {
    Refusal(
      .wrongCredentials, message: "No account matches '\(email)' and that password.",
      hint: "Check both, or sign up.")
  }

  static var notSignedIn: Refusal {
    Refusal(
      .notSignedIn, message: "The session is unknown, has expired or was ended.",
      hint: "Sign in again.")
  }

  /// The same for what does not exist and for what belongs to somebody else.
  static func notFound(_ thing: String, _ id: String, hint: String = "") -> Refusal {
    Refusal(.notFound, message: "There is no \(thing) '\(id)'.", hint: hint)
  }

  static var keyReused: Refusal {
    Refusal(
      .idempotencyKeyReused,
      message: "The idempotency key was used for another request before.",
      hint: "Repeat the same request, or choose a new key.", field: "idempotencyKey")
  }
}
