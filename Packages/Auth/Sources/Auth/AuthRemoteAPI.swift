public import Core

/// Accounts and sessions, as the cloud has them.
///
/// It issues sessions and cannot open them; the repository does.
public protocol AuthRemoteAPI: Sendable {
  /// Opens an account and its first session.
  func signUp(_ account: NewAccount) async throws(CloudError) -> IssuedSession
  /// Opens a session.
  func signIn(with credentials: Credentials) async throws(CloudError) -> IssuedSession
  /// Ends a session.
  func revoke(_ session: UserSession) async throws(CloudError)
  /// Ends all sessions of the session's account.
  func revokeAll(of session: UserSession) async throws(CloudError)
  /// Replaces a profile.
  func changeProfile(
    _ change: ProfileChange, of session: UserSession
  ) async throws(CloudError) -> RiderProfile
  /// Replaces a password with a one-time code and opens a session.
  func resetPassword(_ reset: PasswordReset) async throws(CloudError) -> IssuedSession
  /// Deletes an account with all that belongs to it.
  func deleteAccount(_ deletion: AccountDeletion, of session: UserSession) async throws(CloudError)
}

/// The accounts and sessions of Koober Cloud.
public struct CloudAuthRemoteAPI: AuthRemoteAPI {
  private let client: CloudClient
  private let flagSubject: String?

  /// Calls the accounts of a cloud.
  ///
  /// - Parameters:
  ///   - client: The way to the cloud.
  ///   - flagSubject: The subject of flags before a sign-up; a new rider keeps the variants.
  public init(client: CloudClient, flagSubject: String? = nil) {
    (self.client, self.flagSubject) = (client, flagSubject)
  }

  public func signUp(_ account: NewAccount) async throws(CloudError) -> IssuedSession {
    var account = account
    account.flagSubject = flagSubject
    return try await client.call(CloudAPI.signUp, body: account)
  }

  public func signIn(with credentials: Credentials) async throws(CloudError) -> IssuedSession {
    try await client.call(CloudAPI.signIn, body: credentials)
  }

  public func revoke(_ session: UserSession) async throws(CloudError) {
    _ = try await client.call(CloudAPI.signOut, session: session)
  }

  public func revokeAll(of session: UserSession) async throws(CloudError) {
    _ = try await client.call(CloudAPI.signOutEverywhere, session: session)
  }

  public func changeProfile(
    _ change: ProfileChange, of session: UserSession
  ) async throws(CloudError) -> RiderProfile {
    try await client.call(CloudAPI.changeProfile, body: change, session: session)
  }

  public func resetPassword(_ reset: PasswordReset) async throws(CloudError) -> IssuedSession {
    try await client.call(CloudAPI.resetPassword, body: reset)
  }

  public func deleteAccount(
    _ deletion: AccountDeletion, of session: UserSession
  ) async throws(CloudError) {
    _ = try await client.call(CloudAPI.deleteAccount, body: deletion, session: session)
  }
}
