public import Core
import RideUI

/// Rides, as the cloud has them for one rider.
public protocol RideRemoteAPI: AnyObject, Sendable {
  /// Returns the kinds of ride for a trip, with their prices, and the way that it takes.
  func rideOptions(for trip: Trip) async throws(CloudError) -> RideOptionList
  /// Returns the free cars around a location.
  func nearbyCars(around location: Location) async throws(CloudError) -> [NearbyCar]
  /// Requests a ride; the same key again returns the same ride.
  func requestRide(_ request: RideRequest, idempotencyKey: String) async throws(CloudError) -> Ride
  /// Returns the rider's current ride.
  func currentRide() async throws(CloudError) -> Ride
  /// Returns a ride by its whole identifier.
  func ride(_ id: Identifier<Ride>) async throws(CloudError) -> Ride
  /// Returns a ride as it is now; its ways are those that are known already, where they have not changed.
  func newest(_ known: Ride) async throws(CloudError) -> Ride
  /// Returns a ride by its identifier or its unique beginning; without it, the current one.
  func ride(named name: Identifier<Ride>?) async throws(CloudError) -> Ride
  /// Cancels a ride, and returns it. The rider agrees to a fee in the smallest unit of the currency at the
  /// most, or to any without one.
  func cancelRide(
    _ id: Identifier<Ride>, agreeingTo fee: Int?
  ) async throws(CloudError) -> Ride
  /// Gives the driver of a completed ride 1 to 5 stars.
  func rateRide(_ id: Identifier<Ride>, stars: Int) async throws(CloudError)
  /// Gives the driver of a completed ride a tip, in the smallest unit of the price's currency; returns the
  /// ride with it.
  func tipRide(_ id: Identifier<Ride>, minorUnits: Int) async throws(CloudError) -> Ride
  /// Blocks the drivers of a ride, or ends that.
  func block(driverOf id: Identifier<Ride>, _ isBlocked: Bool) async throws(CloudError)
  /// Returns the rider's rides, the newest first.
  func rideHistory(limit: Int) async throws(CloudError) -> [Ride]
}

/// The rides of Koober Cloud for one session.
public final class CloudRideRemoteAPI: RideRemoteAPI {
  private let client: CloudClient
  private let session: UserSession

  /// Calls a cloud on behalf of the session's rider.
  public init(client: CloudClient, session: UserSession) {
    (self.client, self.session) = (client, session)
  }

  public func rideOptions(for trip: Trip) async throws(CloudError) -> RideOptionList {
    try await client.call(CloudAPI.rideOptions, parameters: trip, session: session)
  }

  public func nearbyCars(around location: Location) async throws(CloudError) -> [NearbyCar] {
    let point = PickupPoint(location)
    return try await client.call(CloudAPI.nearbyCars, parameters: point, session: session).cars
  }

  public func requestRide(
    _ request: RideRequest, idempotencyKey: String
  ) async throws(CloudError) -> Ride {
    try await client.call(
      CloudAPI.requestRide, body: request, session: session, idempotencyKey: idempotencyKey)
  }

  public func currentRide() async throws(CloudError) -> Ride {
    try await client.call(CloudAPI.currentRide, session: session)
  }

  public func ride(_ id: Identifier<Ride>) async throws(CloudError) -> Ride {
    try await client.call(CloudAPI.ride, parameters: RideReading(ride: id), session: session)
  }

  public func newest(_ known: Ride) async throws(CloudError) -> Ride {
    let parameters = RideReading(ride: known.id, ways: false)
    let newest = try await client.call(CloudAPI.ride, parameters: parameters, session: session)
    // A cloud that does not know the parameter tells the ways, too.
    if !newest.route.isEmpty { return newest }
    if let ride = newest.taking(waysOf: known) { return ride }
    return try await ride(known.id)
  }

  public func ride(named name: Identifier<Ride>?) async throws(CloudError) -> Ride {
    try await client.ride(named: name, session: session)
  }

  public func cancelRide(
    _ id: Identifier<Ride>, agreeingTo fee: Int?
  ) async throws(CloudError) -> Ride {
    try await client.call(
      CloudAPI.cancelRide, parameters: RideCancelling(ride: id, fee: fee), session: session)
  }

  public func rateRide(_ id: Identifier<Ride>, stars: Int) async throws(CloudError) {
    _ = try await client.call(
      CloudAPI.rateRide, parameters: RideParameters(ride: id), body: RideRating(stars: stars),
      session: session)
  }

  public func tipRide(
    _ id: Identifier<Ride>, minorUnits: Int
  ) async throws(CloudError) -> Ride {
    try await client.call(
      CloudAPI.tipDriver, parameters: RideParameters(ride: id),
      body: RideTip(minorUnits: minorUnits), session: session)
  }

  public func block(
    driverOf id: Identifier<Ride>, _ isBlocked: Bool
  ) async throws(CloudError) {
    _ = try await client.call(
      isBlocked ? CloudAPI.blockOtherSide : CloudAPI.unblockOtherSide,
      parameters: RideParameters(ride: id), session: session)
  }

  public func rideHistory(limit: Int) async throws(CloudError) -> [Ride] {
    let page = PageRequest(limit: limit)
    return try await client.call(CloudAPI.rideHistory, parameters: page, session: session).rides
  }
}
