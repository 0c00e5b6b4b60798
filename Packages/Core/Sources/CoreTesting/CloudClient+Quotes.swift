public import Core

extension CloudClient {
  /// Returns a request with a quote of now.
  public func quoted(
    _ request: RideRequest, session: UserSession
  ) async throws(CloudError) -> RideRequest {
    let trip = Trip(pickup: request.pickup.location, dropoff: request.dropoff.location)
    let options = try await call(CloudAPI.rideOptions, parameters: trip, session: session).options
    return request.with(\.quote, options.first { $0.id == request.option }?.quote.id)
  }
}
