import Core
import Observation
import RideUI
import Terminal

/// The state of `koober map`, which is renewed regularly.
@MainActor @Observable final class MapViewModel {
  private(set) var snapshot: MapSnapshot
  /// The error of the last renewal; `nil` without one.
  private(set) var failure: CloudError?
  let tiles: MapTiles
  private let rideRemoteAPI: any RideRemoteAPI
  private let wallClock: any WallClock

  init(
    _ snapshot: MapSnapshot, rideRemoteAPI: any RideRemoteAPI, tiles: MapTiles,
    wallClock: any WallClock
  ) {
    (self.snapshot, self.rideRemoteAPI) = (snapshot, rideRemoteAPI)
    (self.tiles, self.wallClock) = (tiles, wallClock)
  }

  /// Everything in words, one line each.
  var facts: [Styled] {
    var map = snapshot.map
    map.ground = tiles.ground(around: snapshot.points)
    let text = snapshot.ride.map { RideText($0) }
    return (text.map { [$0.headline] + $0.overview.lines } ?? []) + map.facts
  }

  /// Renews the ride and the cars; after a failure the last known ones stay.
  func refresh() async {
    do throws(CloudError) {
      var ride = snapshot.ride
      if let known = ride { ride = try await rideRemoteAPI.newest(known) }
      let cars = try await rideRemoteAPI.nearbyCars(around: snapshot.pickup.location)
      (snapshot.cars, snapshot.ride) = (cars, ride)
      failure = nil
    } catch {
      failure = error
    }
  }

  func follow() async {
    let interval =
      snapshot.ride == nil
      ? PickMeUpScreen.refreshInterval : WaitingForPickupViewModel.refreshInterval
    async let ground: Void = tiles.load()
    await wallClock.repeatedly(after: interval) { await refresh() }
    await ground
  }
}

struct MapSnapshot: Hashable, Sendable {
  let pickup: Waypoint
  let dropoff: Waypoint?
  /// The free cars near the pick-up, nearest first.
  var cars: [NearbyCar]
  /// The ride that is shown, when it is one and not a plan.
  var ride: Ride?
  /// The corners of the way to the drop-off; empty without one.
  let route: [Location]

  /// The points that the ground is known around.
  var points: [Location] { [pickup.location] + route }

  var map: TripMap {
    if let ride { return TripMap(ride, carStart: nil, cars: cars) }
    return TripMap(pickup: pickup, dropoff: dropoff, cars: cars, route: route)
  }
}
