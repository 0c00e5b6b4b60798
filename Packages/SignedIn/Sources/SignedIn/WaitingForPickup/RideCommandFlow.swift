import Composition
import Console
import Core

/// One ride that a command follows or cancels, with the view model of the screens.
@MainActor struct RideCommandFlow {
  private let model: WaitingForPickupViewModel

  init(_ ride: Ride, in container: SignedInContainer) {
    model = container.makeWaitingForPickupViewModelFactory().create(payload: ride)
  }

  /// Shows the ride repeatedly until it has ended.
  ///
  /// - Parameter bear: Gets each failure to renew the ride; what it throws ends the following.
  func follow(
    bear: @MainActor (CloudError) throws(CloudError) -> Void,
    show: @MainActor (Ride) async throws -> Void
  ) async throws {
    try await show(model.ride)
    guard !model.ride.state.isEnded else { return }
    try await model.follow(isKnown: true) {
      if let failure = model.failure { return try bear(failure) }
      try await show(model.ride)
    }
    try Task.checkCancellation()
  }

  /// Cancels the ride.
  ///
  /// - Parameter confirm: Shows the ride to the rider; nothing is cancelled, and `nil` returned, when it
  ///   returns `false`.
  func cancel(
    on console: CommandConsole, confirm: (Ride) async throws -> Bool
  ) async throws -> Ride? {
    guard try await confirm(model.ride) else { return nil }
    try await console.showingActivity(
      "Cancelling the ride",
      interruption: "The ride may have been cancelled; 'koober ride status' shows it."
    ) { _ in await model.cancel() }
    if let failure = model.failure { throw failure }
    return model.ride
  }
}
