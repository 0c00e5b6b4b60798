import Core

/// The endpoints whose requests are answered in batches.
extension RouteTable {
  /// Serves an endpoint that reads one ride of the caller; one step finds the sessions and rides of a
  /// batch.
  ///
  /// - Parameter id: Returns the identifier of the ride; `nil` for the current one.
  mutating func serveRide<Parameters>(
    _ endpoint: Endpoint<Parameters, Empty, Ride>, from rides: RideService,
    id: @escaping @Sendable (Parameters) -> Identifier<Ride>?
  ) {
    let handler = BatchHandler { [authorization] requests in
      requests.map { request in
        Result {
          let tokenHash = try authorization.tokenHash(of: request, access: endpoint.access)
          let parameters = try RequestDecoding.parameters(Parameters.self, from: request.names)
          return (request.token, SessionRideQuery(id: id(parameters), tokenHash: tokenHash))
        }
      }
    } perform: { inputs in
      try rides.store.rides(ofSessions: inputs.map(\.1))
    } respond: { [authorization] input, found in
      let ((token, query), (session, ride)) = (input, found)
      _ = try authorization.caller(of: token, tokenHash: query.tokenHash, session)
      return CloudResponse(
        status: endpoint.successStatus, body: try JSONCoding.encode(rides.ride(query.id, ride)))
    }
    add(ServedEndpoint(endpoint, batchHandler: handler))
  }

  /// Serves the endpoints that request and cancel rides; one step writes the changes of a batch.
  mutating func serveRideChanges(
    _ rides: RideService,
    requesting request: Endpoint<Empty, RideRequest, Ride> = CloudAPI.requestRide,
    cancelling cancel: Endpoint<RideParameters, Empty, Ride> = CloudAPI.cancelRide
  ) {
    @Sendable func change(_ routed: RoutedRequest, by caller: Caller) throws -> RideChange {
      if routed.endpoint.name == cancel.name {
        let call = try EndpointCall(cancel, routed, caller: caller)
        return try rides.cancellation(of: call.parameters.ride, by: call.rider)
      }
      let call = try EndpointCall(request, routed, caller: caller)
      return try rides.plan(call.body, for: call.rider, key: call.key)
    }
    let handler = BatchHandler { [authorization] requests in
      try authorization.callers(of: requests).map { request, caller in
        Result { (request.endpoint, try change(request, by: try caller.get())) }
      }
    } perform: { inputs in
      try rides.store.change(inputs.map(\.1))
    } respond: { input, outcome in
      let (endpoint, change) = input
      return CloudResponse(
        status: endpoint.declaration.successStatus,
        body: try JSONCoding.encode(rides.ride(after: change, outcome)))
    }
    add(ServedEndpoint(request, batchHandler: handler))
    add(ServedEndpoint(cancel, batchHandler: handler))
  }
}
