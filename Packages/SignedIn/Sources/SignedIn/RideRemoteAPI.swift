import Core

/// Rides, as the cloud has them for one rider.
protocol RideRemoteAPI: AnyObject, Sendable {
  func rideOptions(for trip: Trip) async throws(CloudError) -> [RideOption]
  func nearbyCars(around location: Location) async throws(CloudError) -> [NearbyCar]
  func requestRide(_ request: RideRequest, idempotencyKey: String) async throws(CloudError) -> Ride
  func currentRide() async throws(CloudError) -> Ride
  func ride(_ id: Identifier<Ride>) async throws(CloudError) -> Ride
  /// Returns a ride by its identifier or its unique beginning; without it, the current one.
  func ride(named name: Identifier<Ride>?) async throws(CloudError) -> Ride
  func cancelRide(_ id: Identifier<Ride>) async throws(CloudError) -> Ride
  func rideHistory(limit: Int) async throws(CloudError) -> [Ride]
}

/// The rides of Koober Cloud for one session.
final class CloudRideRemoteAPI: RideRemoteAPI {
  private let client: CloudClient
  private let session: UserSession

  init(client: CloudClient, session: UserSession) {
    self.client = client
    self.session = session
  }

  func rideOptions(for trip: Trip) async throws(CloudError) -> [RideOption] {
    try await client.call(CloudAPI.rideOptions, parameters: trip, session: session).options
  }

  func nearbyCars(around location: Location) async throws(CloudError) -> [NearbyCar] {
    try await client.call(
      CloudAPI.nearbyCars, parameters: PickupPoint(location), session: session
    ).cars
  }

  func requestRide(
    _ request: RideRequest, idempotencyKey: String
  ) async throws(CloudError) -> Ride {
    try await client.call(
      CloudAPI.requestRide, body: request, session: session, idempotencyKey: idempotencyKey)
  }

  func currentRide() async throws(CloudError) -> Ride {
    try await client.call(CloudAPI.currentRide, session: session)
  }

  func ride(_ id: Identifier<Ride>) async throws(CloudError) -> Ride {
    try await client.call(CloudAPI.ride, parameters: RideParameters(ride: id), session: session)
  }

  func ride(named name: Identifier<Ride>?) async throws(CloudError) -> Ride {
    try await client.ride(named: name, session: session)
  }

  func cancelRide(_ id: Identifier<Ride>) async throws(CloudError) -> Ride {
    try await client.call(
      CloudAPI.cancelRide, parameters: RideParameters(ride: id), session: session)
  }

  func rideHistory(limit: Int) async throws(CloudError) -> [Ride] {
    try await client.call(
      CloudAPI.rideHistory, parameters: PageRequest(limit: limit), session: session
    ).rides
  }
}
