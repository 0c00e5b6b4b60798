import Core

/// Opens a session that was meant for an issuer.
func profile(of issued: IssuedSession, opened: UserSession) -> RiderProfile {
  #if MISTAKE
    issued.session.profile
  #else
    opened.profile
  #endif
}
