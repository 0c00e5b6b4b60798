import AuthenticationExample

// The long-lived objects. They are optional because nothing can make them before the outside is
// known, and variable because nothing else can replace them in a test.
@MainActor var globalOutside: Outside?
@MainActor var globalUserSessionRepository: (any UserSessionRepository)?
@MainActor var globalRideOptionCache: RideOptionCache?
@MainActor var globalRideRemoteAPI: (any RideRemoteAPI)?
