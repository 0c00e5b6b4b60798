import Core
import CoreTesting
import Synchronization

@testable import SignedIn

/// A cloud that answers in the order of the test's script and records the calls.
final class FakeRideRemoteAPI: RideRemoteAPI {
  struct Sent: Equatable {
    let request: RideRequest
    let idempotencyKey: String
  }

  private struct State {
    var sent: [Sent] = []
    var optionLoads = 0
    var rides: [Result<Ride, CloudError>]
    var options: [Result<[RideOption], CloudError>]
  }

  private let state: Mutex<State>

  /// Each call takes the next answer of its kind; the last one is given again and again.
  init(
    rides: [Result<Ride, CloudError>] = [.success(.sample())],
    options: [Result<[RideOption], CloudError>] = [.success(RideOption.samples)]
  ) {
    state = Mutex(State(rides: rides, options: options))
  }

  var sent: [Sent] { state.withLock { $0.sent } }
  var optionLoads: Int { state.withLock { $0.optionLoads } }

  func rideOptions(for trip: Trip) throws(CloudError) -> [RideOption] {
    try state.withLock { state in
      state.optionLoads += 1
      return state.options.count > 1 ? state.options.removeFirst() : state.options[0]
    }.get()
  }

  func requestRide(
    _ request: RideRequest, idempotencyKey: String
  ) throws(CloudError) -> Ride {
    state.withLock { $0.sent.append(Sent(request: request, idempotencyKey: idempotencyKey)) }
    return try nextRide()
  }

  func currentRide() throws(CloudError) -> Ride { try nextRide() }
  func ride(_ id: Identifier<Ride>) throws(CloudError) -> Ride { try nextRide() }
  func cancelRide(_ id: Identifier<Ride>) throws(CloudError) -> Ride { try nextRide() }
  func rideHistory(limit: Int) throws(CloudError) -> [Ride] { [try nextRide()] }

  private func nextRide() throws(CloudError) -> Ride {
    try state.withLock { state in
      state.rides.count > 1 ? state.rides.removeFirst() : state.rides[0]
    }.get()
  }
}

extension RideOption {
  /// The three kinds for one trip.
  static let samples = RideOptionKind.allCases.map { kind in
    RideOption(
      id: kind, price: Money(currency: "AUD", minorUnits: 1000), secondsUntilPickup: 120,
      distanceMeters: 1315, durationSeconds: 240)
  }
}
