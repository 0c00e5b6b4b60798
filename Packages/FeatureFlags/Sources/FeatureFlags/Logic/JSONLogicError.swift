import Basics

/// An error of a rule.
public enum JSONLogicError: Error, Equatable, Sendable {
  /// The rule uses an operator that does not exist.
  case unknownOperator(String)
  /// An operator that needs at least one argument has none.
  case noArguments(String)
  /// The result is, or holds, a number that JSON cannot: not a number, or infinite.
  case notJSON
  /// The rule is nested too deeply, or builds a value that is.
  case tooDeep
  /// The rule needs more work than any honest rule does.
  case tooMuchWork
}

extension JSONLogicError: CustomStringConvertible {
  /// The error and its remedy.
  public var description: String {
    switch self {
    case .unknownOperator(let name):
      "There is no operator \(JSON.string(name).serialized()). Check the rule's spelling."
    case .noArguments(let name):
      "The operator \(JSON.string(name).serialized()) needs at least one argument."
    case .notJSON:
      "The result is not a number that JSON can hold. Check the rule's arithmetic."
    case .tooDeep:
      "The rule or its result is nested too deeply. Make it flatter."
    case .tooMuchWork:
      "The rule needs too much work. Make its lists or texts, or those of the context, shorter."
    }
  }
}
