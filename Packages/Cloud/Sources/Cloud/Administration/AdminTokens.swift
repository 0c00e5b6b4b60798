public import CloudStore
public import Core
public import FoundationEssentials

/// Creates, lists and revokes administrators' tokens.
public struct AdminTokens: Sendable {
  /// The longest name, in characters.
  static let longestName = 64

  let dependencies: any CloudDependencies

  /// Creates a token.
  ///
  /// - Parameters:
  ///   - name: 1 to 64 characters, none of them a control character.
  ///   - lifetime: In seconds.
  /// - Returns: The token's record, and the secret, which is stored nowhere.
  public func create(
    name: String, lifetime: TimeInterval
  ) async throws(AdministrationError) -> (token: AdminToken, secret: Secret) {
    guard (1...Self.longestName).contains(name.count), name.utf8.count <= 4 * Self.longestName,
      !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { throw .badTokenName }
    let now = dependencies.clock.now.inWholeMilliseconds
    let token = AdminToken(name: name, createdAt: now, expiresAt: now + lifetime)
    let secret = SessionTokens.make(dependencies.randomBytes)
    let audit = AuditLog(dependencies)
    let isAdded = try await dependencies.administer { store throws(StoreError) in
      let isAdded = try store.addAdminToken(token, hash: SessionTokens.hash(secret))
      if isAdded { audit.record(.adminTokenCreation, by: .adminToken(name: name), from: nil) }
      return isAdded
    }
    guard isAdded else { throw .tokenNameTaken(name) }
    return (token, secret)
  }

  /// Returns all tokens by name, expired ones too.
  public func list() async throws(AdministrationError) -> [AdminToken] {
    try await dependencies.administer { store throws(StoreError) in
      try store.adminTokens()
    }
  }

  /// Revokes a token, at once and for every server.
  public func revoke(name: String) async throws(AdministrationError) {
    let audit = AuditLog(dependencies)
    let isRemoved = try await dependencies.administer { store throws(StoreError) in
      let isRemoved = try store.removeAdminToken(named: name)
      if isRemoved { audit.record(.adminTokenRevocation, by: .adminToken(name: name), from: nil) }
      return isRemoved
    }
    guard isRemoved else { throw .noSuchToken(name) }
  }
}

/// Authenticates administrators by their tokens.
struct AdminTokenAuthenticator: Sendable {
  let store: SQLStore
  let clock: any WallClock

  /// Returns the token of a request; throws ``APIError`` when it is missing, unknown or expired.
  func authenticate(_ request: CloudRequest) throws -> AdminToken {
    guard let token = request.token,
      let known = try store.adminToken(hash: SessionTokens.hash(token)),
      known.expiresAt > clock.now
    else { throw APIError.notAdministrator }
    return known
  }
}

extension APIError {
  static let notAdministrator = APIError(
    .notAdministrator,
    message: "The administrator's token is missing, is unknown, has expired or was revoked.",
    hint: "Send one that 'koober-cloud admin-tokens create' has made, as bearer token.")
}
