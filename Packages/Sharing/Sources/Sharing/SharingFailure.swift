public import Core

/// Why something about friends or sharing did not succeed.
public enum SharingFailure: Error, Equatable, Sendable {
  case notAFriend(email: String)
  case cloud(CloudError)
}

extension SharingFailure: ProblemConvertible {
  public var problem: Problem {
    switch self {
    case .notAFriend(let email):
      Problem(
        .noInput, code: "notAFriend", message: "'\(email)' is none of your friends.",
        hint: "See 'koober friends list', or add them with 'koober friends add \(email)'.")
    case .cloud(let error):
      error.problem
    }
  }
}
