public import Core
public import Terminal

/// What a map shows at one moment.
public struct MapSnapshot: Equatable, Sendable {
  public let pickup: Waypoint
  public let dropoff: Waypoint?
  /// The free cars near the pick-up, nearest first.
  public let cars: [NearbyCar]
  /// The corners of the way from the pick-up to the drop-off; empty without a drop-off.
  public let route: [Location]
  /// The ride that is shown, when it is one and not a plan.
  public let ride: Ride?

  /// Everything in words, one line each.
  public var facts: [Styled] {
    let facts = ride.map { RideText(ride: $0) }
    let told = facts?.facts(duration: Describing.duration(seconds:)).map(\.line) ?? []
    return [facts?.headline].compactMap { $0 } + told + map.facts
  }

  /// The picture.
  var map: TripMap {
    let car = ride.flatMap { $0.state.isEnded ? nil : $0.car?.location }
    return TripMap(
      pickup: pickup, dropoff: dropoff, cars: cars,
      ownCar: car.map { ($0, ride?.driver?.name ?? "") }, route: route)
  }
}
