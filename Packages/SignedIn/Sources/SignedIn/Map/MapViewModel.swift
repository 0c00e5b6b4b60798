import Commands
import Core
import Observation
import Terminal

/// The state of `koober map`, which is renewed regularly.
@MainActor
@Observable
final class MapViewModel {
  private(set) var snapshot: MapSnapshot
  /// The error of the last renewal; `nil` without one.
  private(set) var failure: CloudError?

  private let rideRemoteAPI: any RideRemoteAPI
  private let wallClock: any WallClock

  /// Creates a map of a trip, of a ride or of a single point, still without cars.
  init(
    pickup: Waypoint, dropoff: Waypoint?, ride: Ride?, rideRemoteAPI: any RideRemoteAPI,
    wallClock: any WallClock
  ) {
    self.rideRemoteAPI = rideRemoteAPI
    self.wallClock = wallClock
    snapshot = MapSnapshot(pickup: pickup, dropoff: dropoff, cars: [], ride: ride)
  }

  /// Renews the ride and the cars; after a failure the last known ones stay.
  func refresh() async {
    do throws(CloudError) {
      var ride = snapshot.ride
      if let id = ride?.id { ride = try await rideRemoteAPI.ride(id) }
      let cars = try await rideRemoteAPI.nearbyCars(around: snapshot.pickup.location)
      snapshot = MapSnapshot(
        pickup: snapshot.pickup, dropoff: snapshot.dropoff, cars: cars, ride: ride)
      failure = nil
    } catch {
      failure = error
    }
  }

  /// Renews the state repeatedly until the task is cancelled.
  func follow() async {
    let interval =
      snapshot.ride == nil
      ? PickMeUpScreen.refreshInterval : WaitingForPickupViewModel.refreshInterval
    await wallClock.repeatedly(after: interval) { await refresh() }
  }
}

/// The content of a map at one moment.
struct MapSnapshot: Equatable, Sendable {
  let pickup: Waypoint
  let dropoff: Waypoint?
  /// The free cars near the pick-up, nearest first.
  let cars: [NearbyCar]
  /// The ride that is shown, when it is one and not a plan.
  let ride: Ride?

  /// The corners of the route from the pick-up to the drop-off; empty without a drop-off.
  var route: [Location] {
    if let ride { return ride.route }
    return dropoff.map { StreetGrid.sydney.corners(from: pickup.location, to: $0.location) } ?? []
  }

  /// Everything in words, one line each.
  var facts: [Styled] {
    let text = ride.map { RideText($0) }
    let told = text.map { [$0.headline] + $0.overview.lines } ?? []
    return told + map.facts
  }

  /// The picture.
  var map: TripMap {
    TripMap(pickup: pickup, dropoff: dropoff, cars: cars, ownCar: ride?.ownCar, route: route)
  }
}
