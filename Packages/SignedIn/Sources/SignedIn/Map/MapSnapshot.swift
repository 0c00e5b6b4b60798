import Commands
import Core
import Terminal

/// The content of a map at one moment.
struct MapSnapshot: Equatable, Sendable {
  let pickup: Waypoint
  let dropoff: Waypoint?
  /// The free cars near the pick-up, nearest first.
  let cars: [NearbyCar]
  /// The corners of the route from the pick-up to the drop-off; empty without a drop-off.
  let route: [Location]
  /// The ride that is shown, when it is one and not a plan.
  let ride: Ride?

  /// Everything in words, one line each.
  var facts: [Styled] {
    let text = ride.map { RideText($0) }
    let told = text.map { [$0.headline] + $0.overview.lines } ?? []
    return told + map.facts
  }

  /// The picture.
  var map: TripMap {
    let car = ride.flatMap { $0.state.isEnded ? nil : $0.car?.location }
    return TripMap(
      pickup: pickup, dropoff: dropoff, cars: cars,
      ownCar: car.map { ($0, ride?.driver?.name ?? "") }, route: route)
  }
}
