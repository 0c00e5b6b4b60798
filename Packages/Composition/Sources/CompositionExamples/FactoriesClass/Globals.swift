import AuthenticationExample

// The factories keep nothing, so what is shared has no other place to live.
@MainActor var globalOutside: Outside?
@MainActor var globalUserSessionRepository: (any UserSessionRepository)?
@MainActor var globalRideOptionCache: RideOptionCache?
@MainActor var globalRideRemoteAPI: (any RideRemoteAPI)?

/// Ends the program: a global was used before it was set, which the compiler cannot see.
func notSetUp() -> Never {
  fatalError("Create a FactoriesClassComposition before any part of the graph is used.")
}
