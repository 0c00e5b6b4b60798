public import Core

/// The API of a driver.
public struct DrivingRemoteAPI: Sendable {
  private let client: CloudClient
  private let session: UserSession

  /// Calls a cloud on behalf of the session's rider.
  public init(client: CloudClient, session: UserSession) {
    (self.client, self.session) = (client, session)
  }

  func driver() async throws(CloudError) -> DriverStatus {
    try await call(CloudAPI.driver, Empty(), Empty())
  }

  /// Registers the rider as a driver, or changes the car.
  func register(_ car: DriverCar) async throws(CloudError) -> DriverStatus {
    try await call(CloudAPI.registerDriver, Empty(), car)
  }

  func startShift(at location: Location) async throws(CloudError) -> DriverStatus {
    try await call(CloudAPI.startShift, Empty(), DriverPosition(location))
  }

  func endShift() async throws(CloudError) -> DriverStatus {
    try await call(CloudAPI.endShift, Empty(), Empty())
  }

  /// Reports a position, perhaps one that an autopilot makes up.
  func report(_ location: Location, isSimulated: Bool = false) async throws(CloudError) {
    let position = DriverPosition(location, isSimulated: isSimulated ? true : nil)
    _ = try await call(CloudAPI.reportPosition, Empty(), position)
  }

  func accept(_ offer: Identifier<RideOffer>) async throws(CloudError) -> DriverStatus {
    try await call(CloudAPI.acceptOffer, OfferParameters(offer: offer), Empty())
  }

  func decline(_ offer: Identifier<RideOffer>) async throws(CloudError) -> DriverStatus {
    try await call(CloudAPI.declineOffer, OfferParameters(offer: offer), Empty())
  }

  func advance(
    _ ride: Identifier<Ride>, _ step: RideAdvance.Step, code: String? = nil
  ) async throws(CloudError) -> DriverStatus {
    try await call(CloudAPI.advanceRide, RideParameters(ride: ride), RideAdvance(step, code: code))
  }

  /// Gives a ride back before its start.
  func abandon(
    _ ride: Identifier<Ride>, because reason: RideAbandonment.Reason
  ) async throws(CloudError) -> DriverStatus {
    try await call(CloudAPI.abandonRide, RideParameters(ride: ride), RideAbandonment(reason))
  }

  /// Returns the driven rides, the newest first.
  func drivenRides(limit: Int) async throws(CloudError) -> [DrivenRide] {
    try await call(CloudAPI.drivenRides, PageRequest(limit: limit), Empty()).rides
  }

  /// Rates the rider of a completed ride, from 1 to 5.
  func rate(_ ride: Identifier<Ride>, stars: Int) async throws(CloudError) {
    _ = try await call(CloudAPI.rateRide, RideParameters(ride: ride), RideRating(stars: stars))
  }

  /// Blocks the rider of a ride, or ends that.
  func block(riderOf ride: Identifier<Ride>, _ isBlocked: Bool) async throws(CloudError) {
    let endpoint = isBlocked ? CloudAPI.blockOtherSide : CloudAPI.unblockOtherSide
    _ = try await call(endpoint, RideParameters(ride: ride), Empty())
  }

  private func call<Parameters, Body, Response>(
    _ endpoint: Endpoint<Parameters, Body, Response>, _ parameters: Parameters, _ body: Body
  ) async throws(CloudError) -> Response {
    try await client.call(endpoint, parameters: parameters, body: body, session: session)
  }
}
