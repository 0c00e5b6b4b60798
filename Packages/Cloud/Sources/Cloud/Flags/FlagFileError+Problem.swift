import Basics
public import Core
public import FeatureFlags

extension FlagFileError {
  /// The problem that is printed: status 66 for an unreadable file, 65 for an invalid one.
  public var problem: Problem {
    switch self {
    case .unreadable(let error) where error.kind == .corrupt || error.kind == .unsafe:
      error.problem
    case .unreadable:
      Problem(
        .noInput, code: "unreadableFlags", message: description, hint: "Check the path.")
    case .unusable:
      Problem(
        .badData, code: "badFlags", message: description,
        hint: "Correct the file.")
    }
  }
}
