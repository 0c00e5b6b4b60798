import Basics
public import Core
public import FeatureFlags

extension FlagFileError {
  /// What somebody is told: a file that cannot be read is 66, one that is no definitions 65.
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
