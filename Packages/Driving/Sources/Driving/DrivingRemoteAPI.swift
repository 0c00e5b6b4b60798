public import Core

/// What a driver asks and says; most answers are the driver's new status.
public protocol DrivingRemoteAPI: Sendable {
  /// Returns the driver's car, shift, open offer and ride.
  func driver() async throws(CloudError) -> DriverStatus
  /// Registers the rider as a driver, or changes the car.
  func register(_ car: DriverCar) async throws(CloudError) -> DriverStatus
  /// Begins a shift.
  func startShift(at location: Location) async throws(CloudError) -> DriverStatus
  /// Ends the shift.
  func endShift() async throws(CloudError) -> DriverStatus
  /// Says where the car is.
  func report(_ location: Location) async throws(CloudError)
  /// Accepts an offer.
  func accept(_ offer: Identifier<RideOffer>) async throws(CloudError) -> DriverStatus
  /// Declines an offer.
  func decline(_ offer: Identifier<RideOffer>) async throws(CloudError) -> DriverStatus
  /// Says that a ride has come a step further.
  func advance(
    _ ride: Identifier<Ride>, _ step: RideAdvance.Step
  ) async throws(CloudError) -> DriverStatus
  /// Gives a ride back before its start.
  func abandon(
    _ ride: Identifier<Ride>, because reason: RideAbandonment.Reason
  ) async throws(CloudError) -> DriverStatus
  /// Returns the driven rides, the newest first.
  func drivenRides(limit: Int) async throws(CloudError) -> [DrivenRide]
  /// Rates the rider of a completed ride, from 1 to 5.
  func rate(_ ride: Identifier<Ride>, stars: Int) async throws(CloudError)
}

/// The driver of one session in Koober Cloud.
public struct CloudDrivingRemoteAPI: DrivingRemoteAPI {
  private let client: CloudClient
  private let session: UserSession

  /// Calls a cloud on behalf of the session's rider.
  public init(client: CloudClient, session: UserSession) {
    self.client = client
    self.session = session
  }

  public func driver() async throws(CloudError) -> DriverStatus {
    try await client.call(CloudAPI.driver, session: session)
  }

  public func register(_ car: DriverCar) async throws(CloudError) -> DriverStatus {
    try await client.call(CloudAPI.registerDriver, body: car, session: session)
  }

  public func startShift(at location: Location) async throws(CloudError) -> DriverStatus {
    try await client.call(CloudAPI.startShift, body: DriverPosition(location), session: session)
  }

  public func endShift() async throws(CloudError) -> DriverStatus {
    try await client.call(CloudAPI.endShift, session: session)
  }

  public func report(_ location: Location) async throws(CloudError) {
    _ = try await client.call(
      CloudAPI.reportPosition, body: DriverPosition(location), session: session)
  }

  public func accept(_ offer: Identifier<RideOffer>) async throws(CloudError) -> DriverStatus {
    try await client.call(
      CloudAPI.acceptOffer, parameters: OfferParameters(offer: offer), session: session)
  }

  public func decline(_ offer: Identifier<RideOffer>) async throws(CloudError) -> DriverStatus {
    try await client.call(
      CloudAPI.declineOffer, parameters: OfferParameters(offer: offer), session: session)
  }

  public func advance(
    _ ride: Identifier<Ride>, _ step: RideAdvance.Step
  ) async throws(CloudError) -> DriverStatus {
    try await client.call(
      CloudAPI.advanceRide, parameters: RideParameters(ride: ride), body: RideAdvance(step),
      session: session)
  }

  public func abandon(
    _ ride: Identifier<Ride>, because reason: RideAbandonment.Reason
  ) async throws(CloudError) -> DriverStatus {
    try await client.call(
      CloudAPI.abandonRide, parameters: RideParameters(ride: ride), body: RideAbandonment(reason),
      session: session)
  }

  public func drivenRides(limit: Int) async throws(CloudError) -> [DrivenRide] {
    try await client.call(
      CloudAPI.drivenRides, parameters: PageRequest(limit: limit), session: session
    ).rides
  }

  public func rate(_ ride: Identifier<Ride>, stars: Int) async throws(CloudError) {
    _ = try await client.call(
      CloudAPI.rateRide, parameters: RideParameters(ride: ride), body: RideRating(stars: stars),
      session: session)
  }
}
