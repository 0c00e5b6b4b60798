public import Core

/// The parts of a rider's account that the stored session does not hold.
public protocol AccountRemoteAPI: Sendable {
  /// Replaces the password, and ends the rider's other sessions.
  func changePassword(_ change: PasswordChange) async throws(CloudError)
  /// Returns the sessions that are open.
  func sessions() async throws(CloudError) -> [SessionSummary]
  /// Ends one of the sessions.
  func revokeSession(_ id: Identifier<UserSession>) async throws(CloudError)
  /// Returns everything that is kept about the rider.
  func export() async throws(CloudError) -> AccountExport
}

/// The account of one session in Koober Cloud.
public struct CloudAccountRemoteAPI: AccountRemoteAPI {
  private let client: CloudClient
  private let session: UserSession

  /// Calls a cloud on behalf of the session's rider.
  public init(client: CloudClient, session: UserSession) {
    (self.client, self.session) = (client, session)
  }

  public func changePassword(_ change: PasswordChange) async throws(CloudError) {
    _ = try await client.call(CloudAPI.changePassword, body: change, session: session)
  }

  public func sessions() async throws(CloudError) -> [SessionSummary] {
    try await client.call(CloudAPI.sessions, session: session).sessions
  }

  public func revokeSession(_ id: Identifier<UserSession>) async throws(CloudError) {
    _ = try await client.call(
      CloudAPI.revokeSession, parameters: SessionParameters(session: id), session: session)
  }

  public func export() async throws(CloudError) -> AccountExport {
    try await client.call(CloudAPI.exportAccount, session: session)
  }
}
