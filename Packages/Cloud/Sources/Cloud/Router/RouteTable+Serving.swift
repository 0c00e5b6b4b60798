import Core
import FoundationEssentials

extension RouteTable {
  /// Serves an endpoint; its access decides whether a session is needed.
  mutating func serve<Parameters, Body, Response>(
    _ endpoint: Endpoint<Parameters, Body, Response>, for accounts: AccountService,
    with answer: @escaping @Sendable (EndpointCall<Parameters, Body>) throws -> Response
  ) {
    add(endpoint) { request, values in
      let tokenHash: [UInt8]
      switch endpoint.access {
      case .anyone: tokenHash = []
      case .rider: tokenHash = try Self.authenticate(request, accounts).tokenHash
      case .administrator: throw Refusal.notAdministrator
      }
      return try Self.response(
        answer(Self.read(endpoint, request, values, tokenHash: tokenHash)))
    }
  }

  /// Serves an endpoint of administrators.
  mutating func serve<Parameters, Body, Response>(
    _ endpoint: Endpoint<Parameters, Body, Response>, for administrators: AdminTokenService,
    with answer: @escaping @Sendable (EndpointCall<Parameters, Body>) throws -> Response
  ) {
    add(endpoint) { request, values in
      try administrators.authenticate(request)
      return try Self.response(answer(Self.read(endpoint, request, values)))
    }
  }

  /// Serves an endpoint whose answers carry an entity tag.
  mutating func serveTagged<Parameters, Body, Response>(
    _ endpoint: Endpoint<Parameters, Body, Response>, for administrators: AdminTokenService,
    with answer:
      @escaping @Sendable (EndpointCall<Parameters, Body>) throws -> TaggedAnswer<Response>
  ) {
    add(endpoint) { request, values in
      if case .administrator = endpoint.access { try administrators.authenticate(request) }
      let tagged = try answer(Self.read(endpoint, request, values))
      return CloudResponse(
        status: tagged.response == nil ? 304 : 200,
        body: try tagged.response.map { try JSONCoding.encode($0) } ?? Data(),
        entityTag: tagged.tag.text)
    }
  }

  /// Serves an endpoint in the name of the rider whose session's token is sent.
  mutating func serve<Parameters, Body, Response>(
    _ endpoint: Endpoint<Parameters, Body, Response>, for accounts: AccountService,
    with answer:
      @escaping @Sendable (EndpointCall<Parameters, Body>, Identifier<RiderProfile>) throws
      -> Response
  ) {
    add(endpoint) { request, values in
      let (rider, tokenHash) = try Self.authenticate(request, accounts)
      return try Self.response(
        answer(Self.read(endpoint, request, values, tokenHash: tokenHash), rider))
    }
  }

  private mutating func add<Parameters, Body, Response>(
    _ endpoint: Endpoint<Parameters, Body, Response>,
    answer: @escaping @Sendable (CloudRequest, [String: String]) throws -> CloudResponse
  ) {
    let served = ServedEndpoint(
      name: endpoint.name, method: endpoint.method, path: endpoint.path, access: endpoint.access,
      isIdempotentByKey: endpoint.isIdempotentByKey, isTagged: endpoint.isTagged,
      summary: endpoint.summary, parameters: Parameters.self, body: Body.self,
      response: Response.self, answer: answer)
    add(served)
  }

  private static func response(_ response: some Encodable) throws -> CloudResponse {
    CloudResponse(status: 200, body: try JSONCoding.encode(response))
  }

  private static func authenticate(
    _ request: CloudRequest, _ accounts: AccountService
  ) throws -> (rider: Identifier<RiderProfile>, tokenHash: [UInt8]) {
    guard let token = request.token else { throw Refusal.notSignedIn }
    let tokenHash = SessionTokens.hash(token)
    return (try accounts.rider(tokenHash: tokenHash), tokenHash)
  }

  private static func read<Parameters, Body, Response>(
    _ endpoint: Endpoint<Parameters, Body, Response>, _ request: CloudRequest,
    _ values: [String: String], tokenHash: [UInt8] = []
  ) throws -> EndpointCall<Parameters, Body> {
    let names = values.merging(request.query) { inPath, _ in inPath }
    let parameters = try RequestReading.parameters(Parameters.self, from: names)
    let body = try RequestReading.body(Body.self, from: request.body)
    let key =
      try endpoint.isIdempotentByKey
      ? RequestReading.key(request.idempotencyKey, of: body) : nil
    return EndpointCall(
      parameters: parameters, body: body, tokenHash: tokenHash, key: key,
      condition: endpoint.isTagged ? request.condition : nil)
  }
}
