import AuthenticationExample

// What all share. It is variable, because nothing else can replace it in a test, and because the next
// rider must not find what the last one left.

/// What is outside of the program.
@MainActor var globalOutside = Outside(
  authRemoteAPI: InMemoryAuthRemoteAPI(),
  userSessionDataStore: FileUserSessionDataStore(path: "koober-session"))
/// What the rider has asked for.
@MainActor var globalRideOptionCache = RideOptionCache()

/// Where the session is stored.
@MainActor var globalUserSessionDataStore: any UserSessionDataStore {
  #if FileBasedUserSessionStore
    return FileUserSessionDataStore(path: globalOutside.sessionFile)
  #else
    return globalOutside.userSessionDataStore
  #endif
}
