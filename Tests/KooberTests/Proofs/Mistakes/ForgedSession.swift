import Core

/// Signs a rider in without the cloud.
func session(of profile: RiderProfile, stored: UserSession) -> UserSession {
  #if MISTAKE
    UserSession(profile: profile, remoteSession: stored.remoteSession)
  #else
    stored
  #endif
}
