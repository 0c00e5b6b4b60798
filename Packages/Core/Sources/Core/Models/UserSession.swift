public import FoundationEssentials

/// The session of the signed-in rider: the profile and the cloud's token.
///
/// A client gets one from the cloud's answer to a sign-in or sign-up, or reads it from a store; it
/// cannot make one. The cloud, and tests through `CoreTesting`, see the initializer.
public struct UserSession: Codable, Hashable, Sendable {
  public let profile: RiderProfile
  public let remoteSession: RemoteUserSession

  /// Joins a rider with the session that the cloud opened for that rider.
  @_spi(SessionIssuer)
  public init(profile: RiderProfile, remoteSession: RemoteUserSession) {
    self.profile = profile
    self.remoteSession = remoteSession
  }
}

/// The cloud's side of a session.
public struct RemoteUserSession: Codable, Hashable, Sendable {
  public let token: Secret
  /// From this moment on the cloud refuses the token, 180 days after the session was opened. It
  /// does so earlier when the session was not used for 30 days or was ended.
  public let expiresAt: Date

  /// Keeps a token with the end of its life.
  public init(token: Secret, expiresAt: Date) {
    self.token = token
    self.expiresAt = expiresAt
  }
}
