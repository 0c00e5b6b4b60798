package import Core
package import FoundationEssentials

/// The identifier of an account.
package typealias RiderID = Identifier<RiderProfile>

/// A stored ride: the request and its plan, from which ``ride(at:)`` finds all else.
package struct RideRecord: Equatable, Sendable {
  package let terms: RideTerms
  package var timetable: RideTimetable
  package var cancelledAt: Date?
  /// The corners of the car's way to the pick-up; never empty.
  package var approach: [Location]
  /// Present for a ride with a real driver: its times are those that have come.
  package var driven: DrivenRecord?
  /// In the smallest unit of the price's currency.
  package var tip: Int?
  /// Those that the rider has given.
  package var stars: Int?

  package init(
    terms: RideTerms, timetable: RideTimetable, cancelledAt: Date?, approach: [Location],
    driven: DrivenRecord?, tip: Int? = nil, stars: Int? = nil
  ) {
    (self.terms, self.timetable, self.cancelledAt) = (terms, timetable, cancelledAt)
    (self.approach, self.driven) = (approach, driven)
    (self.tip, self.stars) = (tip, stars)
  }

  package init(
    id: Identifier<Ride>, rider: RiderID, request: RideRequest, price: Money,
    timetable: RideTimetable, cancelledAt: Date? = nil, seed: UInt64, approach: [Location],
    route: [Location], routeModel: String, driven: DrivenRecord? = nil
  ) {
    self.init(
      terms: RideTerms(
        id: id, rider: rider, request: request, price: price, requested: timetable.requested,
        seed: seed, route: route, routeModel: routeModel),
      timetable: timetable, cancelledAt: cancelledAt, approach: approach, driven: driven)
  }

  package var id: Identifier<Ride> { terms.id }
  package var rider: RiderID { terms.rider }
  package var request: RideRequest { terms.request }
  package var price: Money { terms.price }
  package var seed: UInt64 { terms.seed }
  package var route: [Location] { terms.route }
  package var routeModel: String { terms.routeModel }

  /// What is found out about the ride once.
  var parts: RideParts { terms.parts(approach: approach) }

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
