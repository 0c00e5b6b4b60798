import Composition
import Core
import FeatureFlags
import RideUI
import Terminal

/// The dependencies of the scope of one pick-up.
protocol PickMeUpDependencies: Sendable {
  var placeRemoteAPI: any PlaceRemoteAPI { get }
  var rideOptionRepository: CachedRideOptionRepository { get }
  /// Returns the places that the rider knows; those of former rides are asked for there.
  func knownPlaces(asking rideRemoteAPI: any RideRemoteAPI) -> KnownPlaces
  var mapTiles: MapTiles { get }
  var liveEvents: LiveEvents { get }
  /// Returns what friends share of rides that are under way.
  func friendsUnderWay() async -> [InboxItem]
  var flagScope: FlagScope { get }
  var services: SystemServices { get }
  func makeRideRemoteAPI() -> any RideRemoteAPI
}

/// The scope of one pick-up: it cannot be created without a location, and a new ride gets a new one.
struct PickMeUpContainer: Sendable {
  let pickup: Waypoint
  /// The ride API of this pick-up, shared by all objects of the scope.
  let rideRemoteAPI: any RideRemoteAPI
  private let dependencies: any PickMeUpDependencies
  private let lifetimeProbe: LifetimeProbe

  init(dependencies: any PickMeUpDependencies, pickup: Waypoint) {
    (self.pickup, self.dependencies) = (pickup, dependencies)
    rideRemoteAPI = dependencies.makeRideRemoteAPI()
    lifetimeProbe = LifetimeProbe("pick-up", in: dependencies.services.lifetimeMonitor)
  }
}

@MainActor extension PickMeUpContainer {
  func makePickMeUpViewModel(
    responder: (any RideAcceptedResponder)? = nil,
    pickupResponder: (any PickupSelectedResponder)? = nil
  ) -> PickMeUpViewModel {
    PickMeUpViewModel(
      pickup: pickup, rideRemoteAPI: rideRemoteAPI, randomBytes: dependencies.services.randomBytes,
      responder: responder, pickupResponder: pickupResponder)
  }

  func makeNearbyCars() -> CloudList<NearbyCar> {
    CloudList { [pickup, rideRemoteAPI] () throws(CloudError) in
      try await rideRemoteAPI.nearbyCars(around: pickup.location)
    }
  }

  func makeDropoffLocationPickerViewModel(
    responder: any PlaceSelectedResponder
  ) -> DropoffLocationPickerViewModel {
    DropoffLocationPickerViewModel(
      placeRemoteAPI: dependencies.placeRemoteAPI, wallClock: dependencies.services.wallClock,
      near: pickup.location, responder: responder)
  }

  /// Returns what makes the view model of the options of each trip that the rider looks at.
  func makeRideOptionPickerViewModelFactory(
    responder: any RideOptionSelectedResponder
  ) -> RideOptionPickerViewModel.Factory {
    RideOptionPickerViewModel.Factory(
      dependency: .init(
        rideRemoteAPI: rideRemoteAPI, rideOptionRepository: dependencies.rideOptionRepository,
        responder: responder))
  }

  /// Returns the screen of this pick-up, which keeps the scope alive.
  func makePickMeUpScreen(
    to dropoff: Waypoint? = nil, responder: (any RideAcceptedResponder)?,
    pickupResponder: (any PickupSelectedResponder)? = nil, profile: RiderProfile,
    navigator: Navigator
  ) -> PickMeUpScreen {
    let model = makePickMeUpViewModel(responder: responder, pickupResponder: pickupResponder)
    if let dropoff {
      model.selectDropoff()
      model.placeSelected(dropoff)
    }
    let cars = makeNearbyCars()
    let optionPickerFactory = makeRideOptionPickerViewModelFactory(responder: model)
    let panels = PickMeUpPanels(
      model: model, cars: cars, tiles: dependencies.mapTiles,
      knownPlaces: dependencies.knownPlaces(asking: rideRemoteAPI),
      friendsUnderWay: dependencies.friendsUnderWay, liveEvents: dependencies.liveEvents,
      makePicker: { makeDropoffLocationPickerViewModel(responder: model) },
      makeOptionPanel: { dropoff in
        RideOptionPanel(
          dropoff: dropoff, model: model,
          picker: optionPickerFactory.create(
            payload: Trip(pickup: pickup.location, dropoff: dropoff.location)),
          layout: rideOptionsLayout.make(in: dependencies.flagScope))
      })
    return PickMeUpScreen(
      model: model, cars: cars, panels: panels, tiles: dependencies.mapTiles,
      wallClock: dependencies.services.wallClock, profile: profile, navigator: navigator)
  }
}
