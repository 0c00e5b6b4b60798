package import Core
package import FoundationEssentials

/// The identifier of an account.
package typealias RiderID = Identifier<RiderProfile>

/// A stored ride: the request and its plan, from which ``ride(at:)`` finds all else.
package struct RideRecord: Equatable, Sendable {
  package let id: Identifier<Ride>
  package let rider: RiderID
  package let request: RideRequest
  package let price: Money
  package var timetable: RideTimetable
  package var cancelledAt: Date?
  /// Decides car and driver.
  package let seed: UInt64
  /// The corners of the car's way to the pick-up; never empty.
  package var approach: [Location]
  /// The corners of the way from the pick-up to the drop-off; never empty.
  package let route: [Location]
  /// The name of the model that planned the way; empty for a ride of before it was kept.
  package let routeModel: String
  /// Present for a ride with a real driver: its times are those that have come.
  package var driven: DrivenRecord?

  package init(
    id: Identifier<Ride>, rider: RiderID, request: RideRequest, price: Money,
    timetable: RideTimetable, cancelledAt: Date? = nil, seed: UInt64, approach: [Location],
    route: [Location], routeModel: String, driven: DrivenRecord? = nil
  ) {
    (self.id, self.rider, self.request, self.price) = (id, rider, request, price)
    (self.timetable, self.cancelledAt, self.seed) = (timetable, cancelledAt, seed)
    (self.approach, self.route, self.routeModel) = (approach, route, routeModel)
    self.driven = driven
  }

  /// Whether the ride is over, so that the rider may request another one.
  package func hasEnded(at time: Date) -> Bool {
    (cancelledAt ?? timetable.completed).hasCome(by: time)
  }
}

/// When each state of a ride begins, in this order; `nil` for what a real driver has not done yet.
package struct RideTimetable: Equatable, Sendable {
  package let requested: Date
  package var accepted: Date?
  package var arriving: Date?
  package var arrived: Date?
  package var boarded: Date?
  package var completed: Date?

  package init(
    requested: Date, accepted: Date? = nil, arriving: Date? = nil, arrived: Date? = nil,
    boarded: Date? = nil, completed: Date? = nil
  ) {
    (self.requested, self.accepted, self.arriving) = (requested, accepted, arriving)
    (self.arrived, self.boarded, self.completed) = (arrived, boarded, completed)
  }

  /// Whether all times are known, as they are of a simulated ride.
  package var isComplete: Bool {
    accepted != nil && arriving != nil && arrived != nil && boarded != nil && completed != nil
  }
}

extension Date? {
  /// Whether there is a time, and it is not after another one.
  func hasCome(by now: Date) -> Bool { map { $0 <= now } ?? false }
}
