public import Core

/// Why a form was not accepted.
public enum OnboardingFailure: Error, Equatable {
  /// Fields that cannot be sent as they are, in the order of the form; never empty.
  case invalidFields([FieldProblem])
  case notAuthenticated(AuthError)
}

extension OnboardingFailure: ProblemConvertible {
  public var problem: Problem {
    switch self {
    case .invalidFields(let problems):
      Problem(
        .usage, code: "invalidField", message: problems.map(\.message).joined(separator: " "),
        hint: "Correct the \(problems.map(\.field.label).joined(separator: ", ")).")
    case .notAuthenticated(let error):
      error.problem
    }
  }
}
