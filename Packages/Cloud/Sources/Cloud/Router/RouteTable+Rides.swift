import CloudDomain
import CloudStore
import Core

/// The endpoints whose requests are answered in batches.
extension RouteTable {
  /// Serves an endpoint that reads a ride of its caller; one step finds a batch's sessions and rides.
  ///
  /// - Parameter read: Returns the identifier of the ride, `nil` for the current one, and whether to tell
  ///   its ways.
  mutating func serveRide<Parameters>(
    _ endpoint: Endpoint<Parameters, Empty, Ride>, from rides: RideService,
    read: @escaping @Sendable (Parameters) -> (id: Identifier<Ride>?, ways: Bool)
  ) {
    let handler = BatchHandler { [authorization] requests in
      requests.map { request in
        Result {
          let tokenHash = try authorization.tokenHash(of: request, access: endpoint.access)
          let parameters = try RequestDecoding.parameters(Parameters.self, from: request.names)
          let (id, ways) = read(parameters)
          return (request.token, SessionRideQuery(id: id, tokenHash: tokenHash), ways)
        }
      }
    } perform: { inputs in
      try rides.store.rides(ofSessions: inputs.map(\.1))
    } respond: { [authorization] input, found in
      let ((token, query, ways), (session, ride)) = (input, found)
      _ = try authorization.caller(of: token, tokenHash: query.tokenHash, session)
      return CloudResponse(
        status: endpoint.successStatus, body: try rides.document(of: query.id, ride, ways: ways))
    }
    add(endpoint, .batched(handler))
  }

  /// Serves an endpoint whose response needs ways or streets; `find` reads a call, and returns what
  /// finds them.
  mutating func servePlanned<Parameters, Response>(
    _ endpoint: Endpoint<Parameters, Empty, Response>,
    with find:
      @escaping @Sendable (EndpointCall<Parameters, Empty>) throws
      -> @Sendable () async throws -> CloudResponse
  ) {
    let plan: PlannedRequest<CloudResponse> = { [authorization] routed in
      let caller = try authorization.caller(of: routed, access: endpoint.access)
      return try find(EndpointCall(endpoint, routed, caller: caller))
    }
    add(endpoint, .planned(plan))
  }

  /// Serves the endpoints that request and cancel rides; one step writes the changes of a batch.
  mutating func serveRideChanges(
    _ rides: RideService,
    requesting request: Endpoint<Empty, RideRequest, Ride> = CloudAPI.requestRide,
    cancelling cancel: Endpoint<RideCancelling, Empty, Ride> = CloudAPI.cancelRide
  ) {
    let plan: PlannedRequest<RideChange> = { [authorization] routed in
      guard
        case .rider(let rider, _) = try authorization.caller(
          of: routed, access: request.access)
      else { throw APIError.notSignedIn }
      return try rides.planning(
        RequestDecoding.body(RideRequest.self, from: routed.request.body), for: rider,
        key: routed.request.idempotencyKey)
    }
    let handler = BatchHandler { [authorization] requests in
      // The same for the whole batch: the flag's file is looked at each time.
      let dispatch = Result { try rides.flags.dispatch }
      // A session may have ended while its request was planned.
      return try authorization.callers(of: requests).map { routed, caller in
        Result {
          let caller = try caller.get()
          if let change = routed.change { return (routed.endpoint, rides.now(change)) }
          if routed.endpoint.name == request.name, case .rider(let rider, _) = caller {
            let body = try RequestDecoding.body(RideRequest.self, from: routed.request.body)
            let key = routed.request.idempotencyKey
            let change = try rides.addition(body, for: rider, key: key, dispatch: dispatch.get())
            return (routed.endpoint, change)
          }
          let call = try EndpointCall(cancel, routed, caller: caller)
          return (routed.endpoint, try rides.cancellation(call.parameters, by: call.rider))
        }
      }
    } perform: { inputs in
      try rides.store.change(inputs.map(\.1))
    } respond: { input, outcome in
      let (endpoint, change) = input
      return CloudResponse(
        status: endpoint.declaration.successStatus,
        body: try rides.document(after: change, outcome))
    }
    add(request, .batched(handler, plan: plan))
    add(cancel, .batched(handler))
  }
}
