import Console
import Composition
import Core

@MainActor extension SignedInContainer {
  /// Shows a ride repeatedly until it has ended.
  ///
  /// - Parameter bear: Gets each failure to renew the ride; what it throws ends the following.
  func follow(
    _ ride: Ride, bear: @MainActor (CloudError) throws(CloudError) -> Void,
    show: @MainActor (Ride) async throws -> Void
  ) async throws {
    let model = makeWaitingForPickupViewModelFactory(knownRides: KnownRides()).create(payload: ride)
    try await show(model.ride)
    guard !ride.state.isEnded else { return }
    try await model.follow(isKnown: true) {
      if let failure = model.failure { return try bear(failure) }
      try await show(model.ride)
    }
    try Task.checkCancellation()
  }

  /// Cancels a ride; without an identifier, the current one.
  ///
  /// - Parameter confirm: Shows the ride to the rider; nothing is cancelled, and `nil` returned, when it
  ///   returns `false`.
  func cancelRide(
    _ id: Identifier<Ride>?, on console: CommandConsole, confirm: (Ride) async throws -> Bool
  ) async throws -> Ride? {
    let ride = try await console.showingActivity("Asking for the ride") { _ in
      try await makeRideRemoteAPI().ride(named: id)
    }
    let model = makeWaitingForPickupViewModelFactory(knownRides: KnownRides()).create(payload: ride)
    guard try await confirm(model.ride) else { return nil }
    try await console.showingActivity(
      "Cancelling the ride",
      interruption: "The ride may have been cancelled; 'koober ride status' shows it."
    ) { _ in await model.cancel() }
    if let failure = model.failure { throw failure }
    return model.ride
  }
}

/// The map of a trip, or of the current ride.
@MainActor extension SignedInContainer {
  /// Returns the view model of a map, which knows what there is to show.
  ///
  /// - Parameters:
  ///   - pickup: Where the trip begins. Without it and without a drop-off the ride that is under
  ///     way is shown; without such a ride, where the rider is.
  ///   - dropoff: Where it ends; may be open.
  func makeMapViewModel(
    from pickup: PlaceReference?, to dropoff: PlaceReference?
  ) async throws -> MapViewModel {
    let ride = pickup == nil && dropoff == nil ? try await rideUnderway() : nil
    let start = if let ride { ride.pickup } else { try await findPickup(pickup) }
    var end = ride?.dropoff
    if let dropoff { end = try await makePlaceResolver(near: start.location).resolve(dropoff) }
    let rideRemoteAPI = makeRideRemoteAPI()
    var route = ride?.route ?? []
    if ride == nil, let end {
      let trip = Trip(pickup: start.location, dropoff: end.location)
      route = try await rideRemoteAPI.rideOptions(for: trip).route?.points ?? []
    }
    let model = MapViewModel(
      MapSnapshot(pickup: start, dropoff: end, cars: [], ride: ride, route: route),
      rideRemoteAPI: rideRemoteAPI, tiles: mapTiles, wallClock: services.wallClock)
    await model.refresh()
    if let failure = model.failure { throw failure }
    return model
  }

  private func rideUnderway() async throws(CloudError) -> Ride? {
    do throws(CloudError) {
      return try await makeRideRemoteAPI().currentRide()
    } catch .refused(let detail) where detail.code == .notFound {
      return nil
    }
  }
}
