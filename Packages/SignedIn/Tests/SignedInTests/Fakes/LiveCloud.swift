import BasicsTesting
import Core
import CoreTesting
import Observation

@testable import SignedIn

extension LiveEvents {
  /// The events that a test pushes.
  static func pushed(
    by cloud: StreamingCloudTransport, clock: ManualWallClock = ManualWallClock()
  ) -> LiveEvents {
    LiveEvents(
      client: CloudClient(transport: cloud), session: .johnny,
      services: SystemServices(wallClock: clock, randomBytes: SeededRandomBytes()))
  }
}

extension RiderEvent {
  /// A ride of the rider's that has come to a state.
  static func own(_ ride: Ride) -> RiderEvent { .ride(LiveRide(isOwn: true, ride: ride)) }

  /// A friend's ride that has come to a state.
  static func shared(_ ride: Ride) -> RiderEvent { .ride(LiveRide(isOwn: false, ride: ride)) }
}

extension RidePosition {
  /// A car beside the Apple Store.
  static func appleStore(of id: String = "ride-1", secondsUntilPickup: Int = 30) -> RidePosition {
    RidePosition(
      Ride(
        id: Identifier(id), state: .accepted, request: Ride.sample().request,
        price: Ride.sample().price, requestedAt: Ride.sample().requestedAt,
        car: Car(model: "", plate: "", location: .appleStore), driver: nil,
        secondsUntilPickup: secondsUntilPickup, secondsUntilDropoff: 600, route: []))
  }
}

/// The next change of something observed.
@MainActor
struct NextChange {
  private let changes: AsyncStream<Void>

  /// Observes what is read, from now on.
  init(of read: @MainActor () -> Void) {
    let (changes, change) = AsyncStream<Void>.makeStream()
    self.changes = changes
    withObservationTracking(read) { change.finish() }
  }

  /// Returns after the change.
  func happens() async throws { _ = try await changes.next("a change of what is observed") }
}
