public import Core

/// An error of friends or sharing.
public enum SharingError: Error, Equatable, Sendable {
  case notAFriend(email: String)
  case cannotBlock(email: String)
  case noInvitation(email: String)
  case notBlocked(email: String)
  /// The cloud has no pages, as it runs in this process.
  case noPages
  /// No friend shares a ride that is under way, or not in that post.
  case nothingToFollow
  case cloud(CloudError)
}

extension SharingError: ProblemConvertible {
  public var problem: Problem {
    switch self {
    case .notAFriend(let email):
      Problem(
        .noInput, code: "notAFriend", message: "'\(email)' is none of your friends.",
        hint: "See 'koober friends list', or invite them with 'koober friends add \(email)'.")
    case .cannotBlock(let email):
      Problem(
        .noInput, code: "cannotBlock",
        message: "'\(email)' is no friend of yours and has not invited you.",
        hint: """
          You can block friends and riders who have invited you. 'koober friends remove \(email)' \
          withdraws an invitation of yours.
          """)
    case .noInvitation(let email):
      Problem(
        .noInput, code: "noInvitation", message: "'\(email)' has not invited you.",
        hint: "See 'koober friends list', or invite them with 'koober friends add \(email)'.")
    case .notBlocked(let email):
      Problem(
        .noInput, code: "notBlocked", message: "'\(email)' is not blocked.",
        hint:
          "See 'koober friends blocked'; a block ends when either account is deleted. A driver or "
          + "rider is unblocked by the ride: 'koober ride unblock', 'koober drive unblock'.")
    case .noPages:
      Problem(
        .configuration, code: "noPages",
        message: "The cloud on this machine serves no pages, so there is no link to a ride.",
        hint: "Use a cloud on the network, see 'koober help' about --cloud.")
    case .nothingToFollow:
      Problem(
        .noInput, code: "nothingToFollow", message: "No friend shares a ride that is under way.",
        hint: "See 'koober inbox'.")
    case .cloud(let error): error.problem
    }
  }
}
