import Core
package import FoundationEssentials

/// The times, distances and numbers of rides and their quotes, in seconds and meters.
package enum RideRules {
  /// The shortest trip.
  package static let shortestTrip = 1.0
  /// The longest trip: along the great circle, and along its route.
  package static let longestTrip = 500_000.0
  /// How long a quote holds.
  package static let quote = 300.0
  /// How long after the end of the ride a link leads somewhere.
  package static let linkAfterRide = 60 * Double(RideLink.minutesAfterRide)
  /// The most links to one ride.
  package static let mostLinks = 20
  /// The most cars that a map is given.
  package static let mostCars = 20
  /// The most cars of a kind whose ways to a pick-up are compared.
  package static let mostCompared = 3
  /// How long a simulated driver takes to accept.
  fileprivate static let acceptance = 8.0
  /// How long before the pick-up a simulated car counts as arriving.
  fileprivate static let arrival = 60.0
  /// How long a rider takes to get into a simulated car.
  fileprivate static let boarding = 45.0
  /// The shortest way of a simulated car to a pick-up.
  fileprivate static let shortestApproach = 30.0
}

extension RideTimetable {
  /// Plans a simulated ride by the durations of the car's way and of the trip, in seconds.
  package init(requested: Date, approach: Double, trip: Double) {
    let approach = max(RideRules.shortestApproach, approach.rounded(.up))
    let accepted = requested + RideRules.acceptance
    let arrived = accepted + approach
    let boarded = arrived + RideRules.boarding
    self.init(
      requested: requested, accepted: accepted,
      arriving: arrived - min(RideRules.arrival, approach / 2), arrived: arrived, boarded: boarded,
      completed: boarded + trip.rounded(.up))
  }
}
