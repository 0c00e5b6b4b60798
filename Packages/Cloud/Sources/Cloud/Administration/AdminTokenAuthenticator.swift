import Core

/// Authenticates administrators by their tokens.
struct AdminTokenAuthenticator: Sendable {
  let store: SQLStore
  let clock: any WallClock

  /// Returns the administrator's token of a request.
  ///
  /// - Throws: ``APIError`` when the token is missing, unknown, expired or revoked.
  func authenticate(_ request: CloudRequest) throws -> AdminToken {
    guard let token = request.token,
      let known = try store.adminToken(hash: SessionTokens.hash(token)),
      known.expiresAt > clock.now
    else { throw APIError.notAdministrator }
    return known
  }
}

extension APIError {
  static var notAdministrator: APIError {
    APIError(
      .notAdministrator,
      message: "The administrator's token is missing, is unknown, has expired or was revoked.",
      hint: "Send one that 'koober-cloud admin-tokens create' has made, as bearer token.")
  }
}
