public import Core
public import Terminal

extension [Styled] {
  /// Returns the lines of an error on a screen: what happened, and what to do next; none without one.
  public static func error(_ error: (any ProblemConvertible)?) -> [Styled] {
    error.map { .error($0.problem.message, hint: $0.problem.hint) } ?? []
  }

  /// Returns the lines of an error on a screen, below a sentence that says what failed.
  public static func error(_ title: String, because error: any ProblemConvertible) -> [Styled] {
    [Styled(title, .error), Styled(error.problem.message), Styled(error.problem.hint)]
  }
}
