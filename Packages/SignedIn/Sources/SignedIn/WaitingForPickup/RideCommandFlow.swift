import Composition
import Console
import Core
import FoundationEssentials

/// One ride that a command follows or cancels, with the view model of the screens.
@MainActor struct RideCommandFlow {
  private let model: WaitingForPickupViewModel
  private let wallClock: any WallClock

  init(_ ride: Ride, in container: SignedInContainer) {
    model = container.makeWaitingForPickupViewModelFactory().create(payload: ride)
    wallClock = container.services.wallClock
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
  /// - Parameter confirm: Asks the rider, again when the fee has grown meanwhile; nothing is cancelled, and
  ///   `nil` returned, when it returns `false`. Without it any fee is agreed to.
  func cancel(
    on console: CommandConsole,
    confirm: (@MainActor (_ ride: Ride, _ now: Date) async throws -> Bool)?
  ) async throws -> Ride? {
    var isFeeChanged = false
    repeat {
      var fee: Int?
      if let confirm {
        let now = wallClock.now
        fee = model.ride.feeOfCancellation(at: now)?.minorUnits ?? 0
        guard try await confirm(model.ride, now) else { return nil }
      }
      isFeeChanged = try await console.showingActivity(
        "Cancelling the ride",
        interruption: "The ride may have been cancelled; 'koober ride status' shows it."
      ) { [fee] _ in await model.cancel(agreeingTo: fee) }
      if isFeeChanged { await model.refresh() }
      if let failure = model.failure { throw failure }
    } while isFeeChanged
    return model.ride
  }
}
