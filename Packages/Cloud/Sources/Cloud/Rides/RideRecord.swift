package import Core
package import FoundationEssentials

/// A stored ride: the request and its plan, from which ``ride(at:)`` finds all else.
package struct RideRecord: Equatable, Sendable {
  package let id: Identifier<Ride>
  package let rider: RiderID
  package let request: RideRequest
  package let price: Money
  package let timetable: RideTimetable
  package let cancelledAt: Date?
  /// Decides car and driver.
  package let seed: UInt64
  /// The corners of the car's way to the pick-up; never empty.
  package let approach: [Location]
  /// The corners of the way from the pick-up to the drop-off; never empty.
  package let route: [Location]
  /// The name of the model that planned the way; empty for a ride of before it was kept.
  package let routeModel: String
  /// Present for a ride with a real driver: its times lie at the end of time until they come.
  package var driven: DrivenRecord?

  /// From this moment on the rider may request another ride.
  package var endsAt: Date { cancelledAt ?? timetable.completed }
}

/// When each state of a ride begins, in this order.
package struct RideTimetable: Equatable, Sendable {
  package let requested: Date
  package var accepted = RideTimetable.never
  package var arriving = RideTimetable.never
  package var arrived = RideTimetable.never
  package var boarded = RideTimetable.never
  package var completed = RideTimetable.never

  /// The time of what has not happened yet: the last second of the year 9999.
  static let never = Date(milliseconds: 253_402_300_799_000)
}
