/// An invalid field of the sign-in or sign-up form.
public struct FieldError: Codable, Error, Hashable, Sendable {
  /// The fields of the forms, by the names that the contract uses.
  public enum Field: String, Codable, Sendable {
    case name, nickname, email, mobileNumber, password, code

    /// The name that riders see, in the middle of a sentence.
    public var label: String {
      switch self {
      case .name: "full name"
      case .nickname: "nickname"
      case .email: "e-mail"
      case .mobileNumber: "mobile number"
      case .password: "password"
      case .code: "code"
      }
    }
  }

  public let field: Field
  /// The error and what to type instead; never the password.
  public let message: String

  /// The error of an empty field.
  public static func empty(_ field: Field) -> FieldError {
    FieldError(field: field, message: "The \(field.label) is empty. Type your \(field.label).")
  }
}
