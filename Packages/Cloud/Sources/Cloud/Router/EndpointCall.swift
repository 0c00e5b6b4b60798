package import Core

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
    _ endpoint: Endpoint<Parameters, Body, Response>, _ routed: RoutedRequest, caller: Caller
  ) throws {
    let request = routed.request
    parameters = try RequestDecoding.parameters(Parameters.self, from: routed.names)
    body = try RequestDecoding.body(Body.self, from: request.body)
    self.caller = caller
    key =
      endpoint.isIdempotentByKey
      ? try RequestDecoding.key(request.idempotencyKey, of: body) : nil
    condition = endpoint.isTagged ? request.condition : nil
    address = request.clientAddress
  }
}

/// A request whose endpoint was found, with the values in its path.
package struct RoutedRequest: Sendable {
  package let request: CloudRequest
  package let endpoint: ServedEndpoint
  let values: [String: String]
  /// Identifies the caller whose turn the request takes.
  package var caller = 0
  /// Whether every other turn is for this request and others like it.
  package var isPreferred = false

  package init(_ request: CloudRequest, at endpoint: ServedEndpoint, values: [String: String]) {
    self.request = request
    self.endpoint = endpoint
    self.values = values
  }

  /// The parameters' texts by their names.
  var names: [String: String] {
    request.query.isEmpty ? values : values.merging(request.query) { inPath, _ in inPath }
  }
}
