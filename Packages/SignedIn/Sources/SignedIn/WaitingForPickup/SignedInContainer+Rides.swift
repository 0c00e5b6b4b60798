import Commands
import Composition
import Core

extension SignedInContainer {
  /// Shows a ride again and again until it has ended.
  ///
  /// - Parameters:
  ///   - id: The ride; without it, the current one.
  ///   - show: Gets the ride as it is, at once and after each renewal.
  @MainActor
  func followRide(
    _ id: Identifier<Ride>?, show: (Ride) async throws -> Void
  ) async throws {
    let ride = try await makeRideRemoteAPI().ride(named: id)
    let model = makeWaitingForPickupViewModelFactory(knownRides: KnownRides())
      .create(payload: ride)
    try await show(model.ride)
    while !model.ride.state.isEnded {
      try await model.waitAndRefresh()
      if let failure = model.failure { throw failure }
      try await show(model.ride)
    }
  }

  /// Cancels a ride; without an identifier, the current one.
  ///
  /// - Parameters:
  ///   - id: The ride; without it, the current one.
  ///   - console: Shows what takes long.
  ///   - confirm: Shows the ride to the rider; nothing is cancelled, and `nil` returned, when it
  ///     returns `false`.
  @MainActor
  func cancelRide(
    _ id: Identifier<Ride>?, on console: CommandConsole, confirm: (Ride) async throws -> Bool
  ) async throws -> Ride? {
    let ride = try await console.showingActivity("Asking for the ride") { _ in
      try await makeRideRemoteAPI().ride(named: id)
    }
    let model = makeWaitingForPickupViewModelFactory(knownRides: KnownRides())
      .create(payload: ride)
    guard try await confirm(model.ride) else { return nil }
    try await console.showingActivity(
      "Cancelling the ride",
      interruption: "The ride may have been cancelled; 'koober ride status' shows it."
    ) { _ in await model.cancel() }
    if let failure = model.failure { throw failure }
    return model.ride
  }
}
