import AuthenticationExample

// The shared objects, made when they are first used and the same until the process ends.

/// Where the accounts are.
@MainActor let globalAuthRemoteAPI: any AuthRemoteAPI = Outside.ofThisProcess.authRemoteAPI

/// Where the session is stored.
@MainActor let globalUserSessionDataStore: any UserSessionDataStore = {
  #if FileBasedUserSessionStore
    return FileUserSessionDataStore(path: Outside.ofThisProcess.sessionFile)
  #else
    return Outside.ofThisProcess.userSessionDataStore
  #endif
}()

/// Decides which ride API a pick-up uses.
@MainActor let globalRideRemoteAPIVariant = Outside.ofThisProcess.rideRemoteAPIVariant

/// The options that the rider has asked for.
@MainActor let globalRideOptionCache = RideOptionCache()
