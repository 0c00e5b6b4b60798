import Core
import FoundationEssentials

/// Decides what a trip would cost, which car would come, and when.
struct RidePlanner: Sendable {
  /// How long a driver takes to accept, in seconds.
  private static let acceptance = 8.0
  /// How long before the pick-up a car counts as arriving, in seconds.
  private static let arrival = 60.0
  /// How long a rider takes to get in, in seconds.
  private static let boarding = 45.0
  /// The shortest way of a car to a pick-up, in seconds.
  private static let shortestApproach = 30.0

  let routeModel: any RouteModel

  /// The plan of a ride that would be requested now.
  struct Plan {
    let option: RideOption
    /// The corners of the car's way to the pick-up.
    let approach: [Location]
    let route: Route
    let timetable: RideTimetable
  }

  /// Returns the cars that are free near a point.
  func cars(near point: Location, at time: Date) -> [NearbyCar] {
    Fleet().cars(around: point, at: time)
  }

  /// Plans a trip with each kind of ride, smallest first.
  func plans(from pickup: Location, to dropoff: Location, at time: Date) -> [Plan] {
    let route = routeModel.route(from: pickup, to: dropoff)
    let cars = cars(near: pickup, at: time)
    return RideOptionKind.allCases.map { kind in
      let car = cars.first { $0.option == kind }?.location ?? pickup
      return plan(kind, route: route, car: car, at: time)
    }
  }

  /// Plans a trip with one kind of ride.
  func plan(
    _ kind: RideOptionKind, from pickup: Location, to dropoff: Location, at time: Date
  ) -> Plan {
    let car = Fleet().cars(around: pickup, at: time, of: kind).first?.location ?? pickup
    return plan(kind, route: routeModel.route(from: pickup, to: dropoff), car: car, at: time)
  }

  private func plan(_ kind: RideOptionKind, route: Route, car: Location, at time: Date) -> Plan {
    let pickup = route.corners[0]
    let approach = routeModel.route(from: car, to: pickup)
    let approachSeconds = max(
      Self.shortestApproach, TravelTime.seconds(for: approach.distance).rounded(.up))
    let distance = route.distance
    let duration = TravelTime.seconds(for: distance).rounded(.up)
    let timetable = Self.timetable(from: time, approach: approachSeconds, trip: duration)
    let option = RideOption(
      id: kind, price: FareSchedule(for: kind).price(distance: distance, duration: duration),
      secondsUntilPickup: Int(Self.acceptance + approachSeconds),
      distanceMeters: Int(distance.rounded()), durationSeconds: Int(duration))
    return Plan(option: option, approach: approach.corners, route: route, timetable: timetable)
  }

  private static func timetable(
    from requested: Date, approach: Double, trip: Double
  ) -> RideTimetable {
    let accepted = requested + acceptance
    let arrived = accepted + approach
    let boarded = arrived + boarding
    return RideTimetable(
      requested: requested, accepted: accepted, arriving: arrived - min(arrival, approach / 2),
      arrived: arrived, boarded: boarded, completed: boarded + trip)
  }
}
