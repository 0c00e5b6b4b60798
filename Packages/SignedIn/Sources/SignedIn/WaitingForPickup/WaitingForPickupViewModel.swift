import Composition
import Core
import Observation

/// One ride from its request to its end, updating, with the right to cancel while there is one.
@MainActor
@Observable
final class WaitingForPickupViewModel: @MainActor FactoryModule {
  typealias Payload = Ride

  struct Dependency {
    let rideRemoteAPI: any RideRemoteAPI
    let wallClock: any WallClock
  }

  /// How long the shown state may be old.
  static let refreshInterval = Duration.seconds(1)

  private(set) var ride: Ride
  /// Why the shown state could not be renewed, or the ride not be cancelled; `nil` when it could.
  private(set) var failure: CloudError?
  private(set) var isCancelling = false

  private let rideRemoteAPI: any RideRemoteAPI
  private let wallClock: any WallClock

  init(dependency: Dependency, payload ride: Ride) {
    self.ride = ride
    rideRemoteAPI = dependency.rideRemoteAPI
    wallClock = dependency.wallClock
  }

  /// Renews the ride's state; after a failure the last known one stays.
  func refresh() async {
    do throws(CloudError) {
      ride = try await rideRemoteAPI.ride(ride.id)
      failure = nil
    } catch {
      failure = error
    }
  }

  /// Waits until the state is old and renews it.
  ///
  /// - Throws: `CancellationError` when the rider has left.
  func waitAndRefresh() async throws {
    try await wallClock.sleep(for: Self.refreshInterval)
    await refresh()
  }

  /// Cancels the ride; does nothing while a cancellation is under way.
  func cancel() async {
    guard !isCancelling else { return }
    isCancelling = true
    defer { isCancelling = false }
    do throws(CloudError) {
      ride = try await rideRemoteAPI.cancelRide(ride.id)
      failure = nil
    } catch {
      failure = error
    }
  }
}
