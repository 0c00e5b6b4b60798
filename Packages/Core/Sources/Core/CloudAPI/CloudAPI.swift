/// The contract with the cloud: every endpoint that there is.
public enum CloudAPI {
  /// The names of the endpoints.
  ///
  /// An endpoint cannot be declared without its name here, and `endpoint(_:)` does not compile
  /// without the endpoint of each name, so ``CloudAPI/all`` is complete.
  public enum Name: String, CaseIterable, Sendable {
    case signUp, signIn, signOut, signOutEverywhere, profile
    case changeProfile, changePassword, resetPassword, sessions, revokeSession
    case exportAccount, deleteAccount
    case searchPlaces, place
    case rideOptions, nearbyCars, requestRide, currentRide, ride, cancelRide, rideHistory
    case friends, inviteFriend, acceptInvitation, withdrawInvitation, removeFriend
    case blockedRiders, blockRider, unblockRider
    case createPost, post, sharePost, inbox, markInboxRead
    case recordExperimentEvents, experiments, experimentReport
    case flags, replaceFlags, evaluateFlag, evaluateFlags
  }

  /// Every endpoint, for the router, the OpenAPI document and tests.
  public static let all: [any EndpointDeclaration] = Name.allCases.map(endpoint)

  private static func endpoint(_ name: Name) -> any EndpointDeclaration {
    switch name {
    case .signUp: signUp
    case .signIn: signIn
    case .signOut: signOut
    case .signOutEverywhere: signOutEverywhere
    case .profile: profile
    case .changeProfile: changeProfile
    case .changePassword: changePassword
    case .resetPassword: resetPassword
    case .sessions: sessions
    case .revokeSession: revokeSession
    case .exportAccount: exportAccount
    case .deleteAccount: deleteAccount
    case .searchPlaces: searchPlaces
    case .place: place
    case .rideOptions: rideOptions
    case .nearbyCars: nearbyCars
    case .requestRide: requestRide
    case .currentRide: currentRide
    case .ride: ride
    case .cancelRide: cancelRide
    case .rideHistory: rideHistory
    case .friends: friends
    case .inviteFriend: inviteFriend
    case .acceptInvitation: acceptInvitation
    case .withdrawInvitation: withdrawInvitation
    case .removeFriend: removeFriend
    case .blockedRiders: blockedRiders
    case .blockRider: blockRider
    case .unblockRider: unblockRider
    case .createPost: createPost
    case .post: post
    case .sharePost: sharePost
    case .inbox: inbox
    case .markInboxRead: markInboxRead
    case .recordExperimentEvents: recordExperimentEvents
    case .experiments: experiments
    case .experimentReport: experimentReport
    case .flags: flags
    case .replaceFlags: replaceFlags
    case .evaluateFlag: evaluateFlag
    case .evaluateFlags: evaluateFlags
    }
  }
}
