import Core

/// One call of an endpoint, read.
struct EndpointCall<Parameters: Sendable, Body: Sendable>: Sendable {
  let parameters: Parameters
  let body: Body
  let caller: Caller
  /// Present when the client sent a key and the endpoint takes one.
  let key: RequestKey?
  /// Present when the client sent one and the endpoint is tagged.
  let condition: RequestCondition?
  /// The client's network address; absent for a call within the process.
  let address: String?

  /// The rider whose session's token was sent.
  ///
  /// An endpoint that is open by mistake and needs a rider refuses every call.
  var rider: Identifier<RiderProfile> {
    get throws(APIError) {
      guard case .rider(let rider, _) = caller else { throw .notSignedIn }
      return rider
    }
  }

  /// The hash of the session's token.
  var tokenHash: [UInt8] {
    get throws(APIError) {
      guard case .rider(_, let tokenHash) = caller else { throw .notSignedIn }
      return tokenHash
    }
  }

  /// The name of the administrator's token that was sent.
  var adminToken: String {
    get throws(APIError) {
      guard case .administrator(let name) = caller else { throw .notAdministrator }
      return name
    }
  }
}

extension EndpointCall where Parameters: Codable, Body: Codable {
  init<Response>(
    _ endpoint: Endpoint<Parameters, Body, Response>, _ request: CloudRequest,
    _ values: [String: String], caller: Caller
  ) throws {
    parameters = try RequestDecoding.parameters(
      Parameters.self, from: Self.names(request, values))
    body = try RequestDecoding.body(Body.self, from: request.body)
    self.caller = caller
    key =
      endpoint.isIdempotentByKey
      ? try RequestDecoding.key(request.idempotencyKey, of: body) : nil
    condition = endpoint.isTagged ? request.condition : nil
    address = request.clientAddress
  }

  /// The parameters' texts by their names.
  static func names(_ request: CloudRequest, _ values: [String: String]) -> [String: String] {
    request.query.isEmpty ? values : values.merging(request.query) { inPath, _ in inPath }
  }
}
