import Console
public import Core
import RideUI
import Terminal

/// An error of a sign-in or sign-up.
public enum OnboardingError: Error, Equatable {
  /// Fields that cannot be sent as they are, in the order of the form; never empty.
  case invalidFields([FieldError])
  case notAuthenticated(AuthError)
}

extension OnboardingError {
  var lines: [Styled] {
    switch self {
    case .invalidFields(let problems): problems.map { Styled($0.message, .error) }
    case .notAuthenticated(let error): .error(error)
    }
  }

  /// The fields that are to blame; none when it is not a matter of fields.
  var fields: [FieldError.Field] {
    switch self {
    case .invalidFields(let problems): problems.map(\.field)
    case .notAuthenticated(let error):
      [error.invalidField.flatMap(FieldError.Field.init)].compactMap { $0 }
    }
  }
}

extension OnboardingError: ProblemConvertible {
  public var problem: Problem {
    switch self {
    case .invalidFields(let problems):
      Problem(
        .usage, code: "invalidField", message: problems.map(\.message).joined(separator: " "),
        hint: "Correct the \(problems.map(\.field.label).joined(separator: ", ")).")
    case .notAuthenticated(let error): error.problem
    }
  }
}
