import Core

/// Knows administrators by their tokens.
struct AdminTokenService: Sendable {
  let store: any AdminTokenStore
  let clock: any WallClock

  /// Refuses a request that no administrator has sent.
  func authenticate(_ request: CloudRequest) throws {
    guard let token = request.token,
      let known = try store.adminToken(hash: SessionTokens.hash(token)),
      known.expiresAt > clock.now
    else { throw Refusal.notAdministrator }
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
