import Core

/// Accounts and sessions, as the cloud has them.
protocol AuthRemoteAPI: Sendable {
  func signUp(_ account: NewAccount) async throws(CloudError) -> UserSession
  func signIn(with credentials: Credentials) async throws(CloudError) -> UserSession
  func revoke(_ session: UserSession) async throws(CloudError)
  func revokeAll(of session: UserSession) async throws(CloudError)
}

/// The accounts and sessions of Koober Cloud.
struct CloudAuthRemoteAPI: AuthRemoteAPI {
  let client: CloudClient

  func signUp(_ account: NewAccount) async throws(CloudError) -> UserSession {
    try await client.call(CloudAPI.signUp, body: account)
  }

  func signIn(with credentials: Credentials) async throws(CloudError) -> UserSession {
    try await client.call(CloudAPI.signIn, body: credentials)
  }

  func revoke(_ session: UserSession) async throws(CloudError) {
    _ = try await client.call(CloudAPI.signOut, session: session)
  }

  func revokeAll(of session: UserSession) async throws(CloudError) {
    _ = try await client.call(CloudAPI.signOutEverywhere, session: session)
  }
}
