import Core

/// The parts of a rider's account in Koober Cloud that the stored session does not hold.
struct AccountRemoteAPI: Sendable {
  let client: CloudClient
  let session: UserSession

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

  func export() async throws(CloudError) -> AccountExport {
    try await client.call(CloudAPI.exportAccount, session: session)
  }
}
