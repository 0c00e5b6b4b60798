import CloudDomain
import CloudStore
import Core

/// Decides who may call an endpoint: the only place that reads tokens.
struct Authorization: Sendable {
  let accounts: AccountService
  let administrators: AdminTokenAuthenticator
  /// The token that evaluations demand, if there is one.
  let evaluationToken: Secret?

  /// Returns the caller of an endpoint; throws ``APIError`` without the token that access needs.
  func caller(of routed: RoutedRequest, access: EndpointAccess) throws -> Caller {
    switch access {
    case .anyone, .evaluator: return .anyone
    case .rider:
      let tokenHash = try tokenHash(of: routed, access: access)
      let session = try accounts.store.session(tokenHash: tokenHash)
      return try caller(of: routed.token, tokenHash: tokenHash, session)
    case .administrator:
      return .administrator(
        tokenName: try routed.token.run { try administrators.authenticate(routed.request).name })
    }
  }

  /// Returns the hash of a rider's token; refuses every call of an endpoint that is not for riders.
  func tokenHash(of routed: RoutedRequest, access: EndpointAccess) throws -> [UInt8] {
    try routed.token.run {
      guard access == .rider, let token = routed.request.token else { throw APIError.notSignedIn }
      return SessionTokens.hash(token)
    }
  }

  /// Returns requests for riders with their callers, whose sessions are found at once.
  func callers(
    of requests: [RoutedRequest]
  ) throws -> [(RoutedRequest, Result<Caller, any Error>)] {
    let hashes = requests.map { routed in
      Result { try tokenHash(of: routed, access: routed.endpoint.declaration.access) }
    }
    let found = try accounts.store.sessions(tokenHashes: hashes.compactMap { try? $0.get() })
    var sessions = found.makeIterator()
    return zip(requests, hashes).map { request, hash in
      let result = Result {
        let hash = try hash.get()
        return try caller(of: request.token, tokenHash: hash, sessions.next() ?? nil)
      }
      return (request, result)
    }
  }

  /// Returns the rider whose session was found by a token's hash.
  func caller(
    of token: TokenCheck, tokenHash: [UInt8], _ session: SessionRecord?
  ) throws -> Caller {
    let rider = try token.run { try accounts.rider(of: session) }
    token.keep(rider)
    return .rider(rider, tokenHash: tokenHash)
  }

  /// Why flags are not evaluated for a client: 401 without a token, 403 with another one than the
  /// server's; `nil` for one that may have them.
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
  case rider(RiderID, tokenHash: [UInt8])
  /// An administrator, with the name of the token.
  case administrator(tokenName: String)
}
