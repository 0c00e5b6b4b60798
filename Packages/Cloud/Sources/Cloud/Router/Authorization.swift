import Core

/// Decides who may call an endpoint: the only place that reads tokens.
struct Authorization: Sendable {
  let accounts: AccountService
  let administrators: AdminTokenAuthenticator
  /// The token that evaluations demand, if there is one.
  let evaluationToken: Secret?

  /// Returns the caller of an endpoint with this access.
  ///
  /// - Parameter findSession: Looks for the session of a token with a hash; by default alone.
  /// - Throws: ``APIError`` when the request does not have the token that the access needs.
  func caller(
    of request: CloudRequest, access: EndpointAccess,
    findSession: ((_ tokenHash: [UInt8]) throws -> SessionRecord?)? = nil
  ) throws -> Caller {
    switch access {
    case .anyone, .evaluator: return .anyone
    case .rider:
      guard let token = request.token else { throw APIError.notSignedIn }
      let tokenHash = SessionTokens.hash(token)
      let session = try (findSession ?? accounts.store.session)(tokenHash)
      return .rider(try accounts.rider(of: session), tokenHash: tokenHash)
    case .administrator:
      return .administrator(tokenName: try administrators.authenticate(request).name)
    }
  }

  /// Why a client may not have flags evaluated: 401 without a token, 403 with another one than the
  /// server's; `nil` for one that may.
  func evaluationRefusal(_ request: CloudRequest) -> Int? {
    guard let evaluationToken else { return nil }
    guard let token = request.token else { return 401 }
    // The time to compare hashes says nothing about the token.
    return SessionTokens.hash(token) == SessionTokens.hash(evaluationToken) ? nil : 403
  }
}

/// Who calls an endpoint.
enum Caller: Equatable, Sendable {
  case anyone
  /// A rider, with the hash of the session's token.
  case rider(Identifier<RiderProfile>, tokenHash: [UInt8])
  /// An administrator, with the name of the token.
  case administrator(tokenName: String)
}
