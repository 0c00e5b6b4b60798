@_spi(SessionIssuer) public import Core

/// Tests open the sessions that the cloud issues, as Auth does in the product.
extension CloudClient {
  public func call(
    _ signUp: Endpoint<Empty, NewAccount, IssuedSession>, body account: NewAccount
  ) async throws(CloudError) -> UserSession {
    try await call(signUp, body: account, session: nil).session
  }

  public func call(
    _ signIn: Endpoint<Empty, Credentials, IssuedSession>, body credentials: Credentials
  ) async throws(CloudError) -> UserSession {
    try await call(signIn, body: credentials, session: nil).session
  }

  public func call(
    _ reset: Endpoint<Empty, PasswordReset, IssuedSession>, body: PasswordReset
  ) async throws(CloudError) -> UserSession {
    try await call(reset, body: body, session: nil).session
  }
}
