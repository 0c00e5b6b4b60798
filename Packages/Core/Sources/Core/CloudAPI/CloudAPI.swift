/// The contract with the cloud: every endpoint that there is.
public enum CloudAPI {
  /// Every endpoint, for the router, the OpenAPI document and tests.
  public static let all: [any EndpointDeclaration] = [
    signUp, signIn, signOut, signOutEverywhere, profile,
    changeProfile, changePassword, resetPassword, sessions, revokeSession,
    exportAccount, deleteAccount,
    searchPlaces, place,
    rideOptions, nearbyCars, requestRide, currentRide, ride, cancelRide, rideHistory,
    mapTile,
    friends, inviteFriend, acceptInvitation, withdrawInvitation, removeFriend,
    blockedRiders, blockRider, unblockRider,
    events, createRideLink, revokeRideLinks, linkedRide, linkedRideEvents,
    linkedRideMap,
    driver, registerDriver, startShift, endShift, reportPosition,
    acceptOffer, declineOffer, advanceRide, abandonRide, drivenRides, rateRide,
    tipDriver, blockOtherSide, unblockOtherSide,
    createPost, post, sharePost, inbox, markInboxRead,
    recordExperimentEvents, experiments, experimentReport,
    flags, replaceFlags, evaluateFlag, evaluateFlags,
  ]
}
