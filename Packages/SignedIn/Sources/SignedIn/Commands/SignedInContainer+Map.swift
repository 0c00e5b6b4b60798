import Core
public import Terminal

/// The map of a trip, or of the ride that is under way.
extension SignedInContainer {
  /// Returns what the map shows now.
  ///
  /// - Parameters:
  ///   - pickup: Where the trip begins. Without it and without a drop-off the ride that is under
  ///     way is shown; without such a ride, where the rider is.
  ///   - dropoff: Where it ends; may be open.
  @MainActor
  public func map(
    from pickup: PlaceReference?, to dropoff: PlaceReference?
  ) async throws -> MapSnapshot {
    let model = try await makeMapViewModel(from: pickup, to: dropoff)
    if let failure = model.failure { throw failure }
    return model.snapshot
  }

  /// Returns the same map as a screen, on which the cars move until it is left.
  @MainActor
  public func makeMapScreen(
    from pickup: PlaceReference?, to dropoff: PlaceReference?
  ) async throws -> some Screen<Left> {
    let model = try await makeMapViewModel(from: pickup, to: dropoff)
    if let failure = model.failure { throw failure }
    return MapScreen(model: model)
  }

  @MainActor
  private func makeMapViewModel(
    from pickup: PlaceReference?, to dropoff: PlaceReference?
  ) async throws -> MapViewModel {
    let ride = pickup == nil && dropoff == nil ? try await rideUnderway() : nil
    let start =
      if let ride { ride.pickup } else {
        try await PickMeUpFlow.findPickup(pickup, container: self)
      }
    var end = ride?.dropoff
    if let dropoff { end = try await findDropoff(dropoff, near: start) }
    let model = MapViewModel(
      pickup: start, dropoff: end, ride: ride, rideRemoteAPI: makeRideRemoteAPI(),
      wallClock: wallClock)
    await model.refresh()
    return model
  }

  @MainActor
  private func findDropoff(
    _ reference: PlaceReference, near pickup: Waypoint
  ) async throws -> Waypoint {
    let picker = DropoffLocationPickerViewModel(
      placeRemoteAPI: placeRemoteAPI, wallClock: wallClock, near: pickup.location, responder: nil)
    return try await PlaceResolver(placeRemoteAPI: placeRemoteAPI, picker: picker)
      .resolve(reference)
  }

  /// The ride that is under way, or `nil` when there is none.
  private func rideUnderway() async throws(CloudError) -> Ride? {
    do throws(CloudError) {
      return try await makeRideRemoteAPI().currentRide()
    } catch .refused(let detail) where detail.code == .notFound {
      return nil
    }
  }
}
