public import Core

/// The parts of a rider's account that the stored session does not hold.
public struct AccountRemoteAPI: Sendable {
  private let client: CloudClient
  private let session: UserSession

  /// Calls a cloud on behalf of the session's rider.
  public init(client: CloudClient, session: UserSession) {
    (self.client, self.session) = (client, session)
  }

  /// Replaces the password, and ends the rider's other sessions.
  func changePassword(_ change: PasswordChange) async throws(CloudError) {
    _ = try await client.call(CloudAPI.changePassword, body: change, session: session)
  }

  func sessions() async throws(CloudError) -> [SessionSummary] {
    try await client.call(CloudAPI.sessions, session: session).sessions
  }

  func revokeSession(_ id: Identifier<UserSession>) async throws(CloudError) {
    _ = try await client.call(
      CloudAPI.revokeSession, parameters: SessionParameters(session: id), session: session)
  }

  /// Returns everything that is kept about the rider.
  func export() async throws(CloudError) -> AccountExport {
    try await client.call(CloudAPI.exportAccount, session: session)
  }
}
