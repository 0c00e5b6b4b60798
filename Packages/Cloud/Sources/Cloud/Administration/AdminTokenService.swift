import Core

/// Knows administrators by their tokens.
struct AdminTokenService: Sendable {
  let store: any AdminTokenStore
  let clock: any WallClock

  /// Returns the token that a request has.
  ///
  /// - Throws: ``Refusal`` when no administrator has sent the request.
  func authenticate(_ request: CloudRequest) throws -> AdminToken {
    guard let token = request.token,
      let known = try store.adminToken(hash: SessionTokens.hash(token)),
      known.expiresAt > clock.now
    else { throw Refusal.notAdministrator }
    return known
  }
}

extension Refusal {
  static var notAdministrator: Refusal {
    Refusal(
      .notAdministrator,
      message: "The administrator's token is missing, is unknown, has expired or was revoked.",
      hint: "Send one that 'koober-cloud admin-tokens create' has made, as bearer token.")
  }
}
