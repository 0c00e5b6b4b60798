/// One pick-up: where the rider waits and how far the trip goes.
@MainActor
public final class PickMeUpViewModel {
  /// Where the rider waits; never missing here.
  public let location: Location
  /// The confirmation, once a drop-off is chosen.
  public private(set) var confirmation: ConfirmationViewModel?

  private let rideRemoteAPI: any RideRemoteAPI
  private let rideOptionCache: RideOptionCache
  private let makeConfirmationViewModel: (Location) -> ConfirmationViewModel

  /// Creates the pick-up at a location.
  public init(
    location: Location, rideRemoteAPI: any RideRemoteAPI, rideOptionCache: RideOptionCache,
    makeConfirmationViewModel: @escaping (Location) -> ConfirmationViewModel
  ) {
    self.location = location
    self.rideRemoteAPI = rideRemoteAPI
    self.rideOptionCache = rideOptionCache
    self.makeConfirmationViewModel = makeConfirmationViewModel
  }

  /// The length of a trip in meters, by the API of this pick-up.
  public func distance(to dropOff: Location) -> Double {
    rideOptionCache.distance(to: dropOff, asking: rideRemoteAPI)
  }

  /// How many distances the rider has asked for since signing in.
  public var distancesRemembered: Int { rideOptionCache.count }
  /// Says whether both screens of this pick-up speak to the same API.
  public var sharesItsAPI: Bool { confirmation?.rideRemoteAPI === rideRemoteAPI }
  /// Goes on to the confirmation.
  public func choose(dropOff: Location) { confirmation = makeConfirmationViewModel(dropOff) }
}
