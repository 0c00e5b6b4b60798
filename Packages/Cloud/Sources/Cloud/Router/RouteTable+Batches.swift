import Core

/// A call for a rider whose session is still to be found.
struct SessionCall<Parameters: Sendable>: Sendable {
  fileprivate let token: TokenCheck
  let tokenHash: [UInt8]
  let parameters: Parameters
}

extension RouteTable {
  /// Serves an endpoint for riders whose objects are found together with their sessions; its access
  /// alone decides who may call it.
  ///
  /// - Parameter find: Reads both, for each call; an object only matters when its session is valid.
  mutating func serve<Parameters, Response, Object>(
    _ endpoint: Endpoint<Parameters, Empty, Response>,
    finding find:
      @escaping @Sendable ([SessionCall<Parameters>]) throws -> [(SessionRecord?, Object)],
    with answer: @escaping @Sendable (Parameters, Object) throws -> Response
  ) {
    let source = BatchSource { [authorization] in
      RequestBatch { requests in
        requests.map { routed in
          Result {
            SessionCall(
              token: routed.token,
              tokenHash: try authorization.tokenHash(of: routed, access: endpoint.access),
              parameters: try RequestDecoding.parameters(Parameters.self, from: routed.names))
          }
        }
      } find: {
        try find($0)
      } answer: { call, found in
        _ = try authorization.caller(of: call.token, tokenHash: call.tokenHash, found.0)
        return CloudResponse(
          status: endpoint.successStatus,
          body: try JSONCoding.encode(try answer(call.parameters, found.1)))
      }
    }
    add(ServedEndpoint(endpoint, batches: source))
  }

  /// Serves endpoints for riders that write in one step; the access of each alone decides who may
  /// call it.
  ///
  /// - Parameters:
  ///   - write: Writes the changes of several requests in order; returns what became of each.
  ///   - answer: Returns the response to one.
  mutating func serve<Change, Outcome, Response: Encodable & Sendable>(
    _ endpoints: [ChangingEndpoint<Change>],
    writing write: @escaping @Sendable ([Change]) throws -> [Outcome],
    with answer: @escaping @Sendable (Change, Outcome) throws -> Response
  ) {
    let byName = Dictionary(uniqueKeysWithValues: endpoints.map { ($0.declaration.name, $0) })
    let source = BatchSource { [authorization] in
      RequestBatch { requests in
        try authorization.callers(of: requests).map { request, caller in
          Result {
            guard let endpoint = byName[request.endpoint.name] else { throw APIError.notSignedIn }
            return (endpoint, try endpoint.prepare(request, try caller.get()))
          }
        }
      } find: {
        try write($0.map { $0.1 })
      } answer: { prepared, outcome in
        CloudResponse(
          status: prepared.0.declaration.successStatus,
          body: try JSONCoding.encode(try answer(prepared.1, outcome)))
      }
    }
    for endpoint in endpoints { add(ServedEndpoint(endpoint.declaration, batches: source)) }
  }
}

/// An endpoint for riders that leads to a change of what is stored.
struct ChangingEndpoint<Change>: Sendable {
  let declaration: any EndpointDeclaration
  fileprivate let prepare: @Sendable (RoutedRequest, Caller) throws -> Change

  /// - Parameter prepare: Returns the change.
  init<Parameters, Body, Response>(
    _ endpoint: Endpoint<Parameters, Body, Response>,
    preparing prepare: @escaping @Sendable (EndpointCall<Parameters, Body>) throws -> Change
  ) {
    declaration = endpoint
    self.prepare = { try prepare(EndpointCall(endpoint, $0, caller: $1)) }
  }
}
