import Composition
import FeatureFlags

/// The words that ask a friend to join.
protocol Invitation: Sendable {
  func text(for friend: String) -> String
}

struct PlainInvitation: Invitation {
  func text(for friend: String) -> String { "\(friend), join me on Koober." }
}

struct WarmInvitation: Invitation {
  func text(for friend: String) -> String { "\(friend), your first ride is on me." }
}

/// The screen that shows an invitation.
struct InviteViewModel: FactoryModule {
  typealias Dependency = any Invitation
  typealias Payload = String

  let text: String

  init(dependency invitation: any Invitation, payload friend: String) {
    text = invitation.text(for: friend)
  }
}

/// The dependencies of the scope in which a rider invites friends.
protocol InvitingDependencies: Sendable {
  var flagScope: FlagScope { get }
}

/// The scope in which a rider invites friends.
struct InvitingContainer: Sendable {
  static let invitation = Substitution<any Invitation>(
    flag: "invitation", default: "plain", { PlainInvitation() },
    alternatives: ["warm": { WarmInvitation() }])

  let dependencies: any InvitingDependencies

  /// Returns what opens the invitation; the first time, that counts the rider.
  func makeInviteFactory() -> InviteViewModel.Factory {
    InviteViewModel.Factory(dependency: Self.invitation.make(in: dependencies.flagScope))
  }
}
