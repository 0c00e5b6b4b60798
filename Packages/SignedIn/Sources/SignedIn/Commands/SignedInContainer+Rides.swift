public import Core

extension SignedInContainer {
  /// Returns one of the rider's rides as it is now; without an identifier, the current one.
  @MainActor
  public func ride(_ id: Identifier<Ride>?) async throws(CloudError) -> Ride {
    let rideRemoteAPI = makeRideRemoteAPI()
    guard let id else { return try await rideRemoteAPI.currentRide() }
    return try await rideRemoteAPI.ride(id)
  }

  /// Shows a ride again and again until it has ended.
  ///
  /// - `show`: Gets the ride as it is, at once and after each renewal.
  @MainActor
  public func followRide(
    _ id: Identifier<Ride>?, show: (Ride) async throws -> Void
  ) async throws {
    let model = makeWaitingForPickupViewModel(ride: try await ride(id))
    try await show(model.ride)
    while !model.ride.state.isEnded {
      try await model.waitAndRefresh()
      if let failure = model.failure { throw failure }
      try await show(model.ride)
    }
  }

  /// Cancels a ride; without an identifier, the current one.
  ///
  /// - `confirm`: Shows the ride to the rider; nothing is cancelled, and `nil` returned,
  ///   when it returns `false`.
  @MainActor
  public func cancelRide(
    _ id: Identifier<Ride>?, confirm: (Ride) async throws -> Bool
  ) async throws -> Ride? {
    let model = makeWaitingForPickupViewModel(ride: try await ride(id))
    guard try await confirm(model.ride) else { return nil }
    await model.cancel()
    if let failure = model.failure { throw failure }
    return model.ride
  }

  /// Returns the rider's rides, newest first.
  ///
  /// - Parameter limit: The most rides to return, in `1...1000`.
  @MainActor
  public func rideHistory(limit: Int) async throws(CloudError) -> [Ride] {
    let model = makeRideHistoryViewModel()
    await model.load(limit: limit)
    if case .failed(let error) = model.phase { throw error }
    return model.rides
  }
}
