public import FoundationEssentials

/// The session of the signed-in rider: the profile and the cloud's token.
///
/// A client gets one from a repository of sessions; it can neither make nor decode one. Only the
/// issuers see the initializer: the cloud, Auth, and tests through `CoreTesting`.
public struct UserSession: Hashable, Sendable {
  public let profile: RiderProfile
  public let remoteSession: RemoteUserSession

  /// Joins a rider with the session that the cloud opened for that rider.
  @_spi(SessionIssuer)
  public init(profile: RiderProfile, remoteSession: RemoteUserSession) {
    (self.profile, self.remoteSession) = (profile, remoteSession)
  }
}

/// A session on its way from the cloud, or in a store; only an issuer can open it.
public struct IssuedSession: Codable, Hashable, Sendable {
  private let profile: RiderProfile
  private let remoteSession: RemoteUserSession

  /// Joins a rider with the session that a cloud opened for that rider.
  public init(profile: RiderProfile, remoteSession: RemoteUserSession) {
    (self.profile, self.remoteSession) = (profile, remoteSession)
  }

  /// Closes a session, to be sent or kept.
  public init(_ session: UserSession) {
    self.init(profile: session.profile, remoteSession: session.remoteSession)
  }

  @_spi(SessionIssuer)
  public var session: UserSession { UserSession(profile: profile, remoteSession: remoteSession) }
}

/// The cloud's side of a session.
public struct RemoteUserSession: Codable, Hashable, Sendable {
  public let token: Secret
  /// From this moment on the cloud refuses the token, 180 days after the session was opened. It
  /// does so earlier when the session was not used for 30 days or was ended.
  public let expiresAt: Date
  /// The subject of flags: the installation of the sign-up, or a random text. Only sessions that an
  /// earlier version of the cloud has opened lack it; flags choose by the rider's identifier then.
  public let flagSubject: String?

  public init(token: Secret, expiresAt: Date, flagSubject: String? = nil) {
    (self.token, self.expiresAt, self.flagSubject) = (token, expiresAt, flagSubject)
  }
}

extension UserSession {
  /// The subject by which flags choose the rider's variants.
  public var flagSubject: String { remoteSession.flagSubject ?? profile.id.rawValue }
}
