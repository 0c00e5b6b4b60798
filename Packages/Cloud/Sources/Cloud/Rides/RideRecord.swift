package import Core
package import FoundationEssentials

/// A stored ride: the request, and the plan that was made for it.
///
/// Everything else, such as the state and where the car is, follows from it and the time; see
/// ``ride(at:)``.
package struct RideRecord: Equatable, Sendable {
  package let id: Identifier<Ride>
  package let rider: Identifier<RiderProfile>
  package let option: RideOptionKind
  package let pickup: Waypoint
  package let dropoff: Waypoint
  package let price: Money
  package let timetable: RideTimetable
  package let cancelledAt: Date?
  /// Decides car and driver.
  package let seed: UInt64
  /// The corners of the car's way to the pick-up; never empty.
  package let approach: [Location]
  /// The corners of the way from the pick-up to the drop-off; never empty.
  package let route: [Location]

  package init(
    id: Identifier<Ride>, rider: Identifier<RiderProfile>, option: RideOptionKind,
    pickup: Waypoint, dropoff: Waypoint, price: Money, timetable: RideTimetable,
    cancelledAt: Date?, seed: UInt64, approach: [Location], route: [Location]
  ) {
    self.id = id
    self.rider = rider
    self.option = option
    self.pickup = pickup
    self.dropoff = dropoff
    self.price = price
    self.timetable = timetable
    self.cancelledAt = cancelledAt
    self.seed = seed
    self.approach = approach
    self.route = route
  }

  /// From this moment on the rider may request another ride.
  package var endsAt: Date { cancelledAt ?? timetable.completed }
}

/// When each state of a ride begins, in this order.
package struct RideTimetable: Equatable, Sendable {
  package let requested: Date
  package let accepted: Date
  package let arriving: Date
  package let arrived: Date
  package let boarded: Date
  package let completed: Date

  package init(
    requested: Date, accepted: Date, arriving: Date, arrived: Date, boarded: Date, completed: Date
  ) {
    self.requested = requested
    self.accepted = accepted
    self.arriving = arriving
    self.arrived = arrived
    self.boarded = boarded
    self.completed = completed
  }
}
