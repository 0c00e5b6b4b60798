/// The last screen of a pick-up: who asks for which trip.
@MainActor
public final class ConfirmationViewModel {
  let rideRemoteAPI: any RideRemoteAPI
  private let dropOff: Location

  /// Creates the confirmation of a trip to a drop-off.
  public init(dropOff: Location, rideRemoteAPI: any RideRemoteAPI) {
    self.dropOff = dropOff
    self.rideRemoteAPI = rideRemoteAPI
  }

  /// The text of the request.
  public var summary: String {
    "\(rideRemoteAPI.session.email) to \(dropOff.latitude), \(dropOff.longitude)"
  }
}
