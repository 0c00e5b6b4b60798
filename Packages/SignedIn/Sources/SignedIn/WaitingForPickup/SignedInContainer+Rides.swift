import Core

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
    var route = ride?.route ?? []
    if ride == nil, let end {
      let trip = Trip(pickup: start.location, dropoff: end.location)
      route = try await makeRideRemoteAPI().rideOptions(for: trip).route?.points ?? []
    }
    let model = makeMapViewModel(
      of: MapSnapshot(pickup: start, dropoff: end, cars: [], ride: ride, route: route))
    await model.refresh()
    if let failure = model.failure { throw failure }
    return model
  }

  func makeMapViewModel(of snapshot: MapSnapshot) -> MapViewModel {
    MapViewModel(
      snapshot, rideRemoteAPI: makeRideRemoteAPI(), tiles: mapTiles, wallClock: services.wallClock)
  }

  private func rideUnderway() async throws(CloudError) -> Ride? {
    do throws(CloudError) {
      return try await makeRideRemoteAPI().currentRide()
    } catch .refused(let detail) where detail.code == .notFound {
      return nil
    }
  }
}
