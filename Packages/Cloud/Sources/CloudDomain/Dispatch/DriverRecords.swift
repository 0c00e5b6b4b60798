package import Core
package import FoundationEssentials

/// A rider who drives.
package struct DriverRecord: Equatable, Sendable {
  package let rider: RiderID
  package let car: DriverCar
  /// Present while a shift is open.
  package var shift: Shift?
  /// How many offers in a row have expired without an answer, also in the last shift.
  package var missed: Int
  /// How many offers were declined or have expired, and rides given back or lost, since the last trip.
  package var passed: Int
  /// The network from which the open shift was begun; `nil` where it is not known.
  package var network: String?
  /// The operator's; `nil` before any.
  package var decision: DriverDecision?
  /// What riders have given, as far as the driver is told.
  package var rating: DriverRating?

  package init(
    rider: RiderID, car: DriverCar, shift: Shift?, missed: Int = 0, passed: Int = 0,
    network: String? = nil, decision: DriverDecision? = nil, rating: DriverRating? = nil
  ) {
    self.rating = rating
    (self.rider, self.car, self.shift) = (rider, car, shift)
    (self.missed, self.passed, self.network) = (missed, passed, network)
    self.decision = decision
  }

  package var isSuspended: Bool { decision?.verdict == .suspended }

  /// Why the driver cannot start a shift; `nil` where nothing is in the way.
  ///
  /// - Parameter needsApproval: Whether the operator approves drivers.
  package func obstacle(needsApproval: Bool) -> DriverObstacle? {
    switch decision?.verdict {
    case .suspended?: DriverObstacle(.suspended, reason: decision?.reason)
    case .approved?: nil
    case nil: needsApproval ? DriverObstacle(.approvalAwaited) : nil
    }
  }

  /// Forgets what is kept while a shift is open.
  mutating func endShift() {
    shift = nil
    network = nil
  }

  /// By how many seconds of driving others come before the driver, who has passed offers by.
  package var handicap: Double {
    DispatchRules.passedOffer * Double(min(passed, DispatchRules.mostPassed))
  }

  package struct Shift: Equatable, Sendable {
    package let since: Date
    package var location: Location
    /// When the location was reported.
    package var reportedAt: Date
    /// How many meters the next report may be farther away than a car comes meanwhile.
    package var slack: Double

    /// The cell of the location; the index of drivers is by cells.
    package var cell: Int { GridCell.number(of: location) }

    package init(
      since: Date, location: Location, reportedAt: Date,
      slack: Double = DispatchRules.positionError
    ) {
      (self.since, self.location, self.reportedAt) = (since, location, reportedAt)
      self.slack = slack
    }
  }
}

/// What an operator has decided about a driver.
package struct DriverDecision: Equatable, Sendable {
  package enum Verdict: String, CaseIterable, Sendable { case approved, suspended }

  package let verdict: Verdict
  /// For the driver, too; empty without one.
  package let reason: String
  package let time: Date

  package init(_ verdict: Verdict, reason: String, at time: Date) {
    (self.verdict, self.reason, self.time) = (verdict, reason, time)
  }
}

/// What a ride with a real driver has beside its request and its times.
package struct DrivenRecord: Equatable, Sendable {
  /// How far dispatch has come; each ride ends in ``ended``, once.
  package enum Phase: String, CaseIterable, Sendable {
    case searching
    /// A driver is on the way or waits.
    case assigned, onTrip, ended
  }

  /// What was planned, and who has accepted.
  package struct Plan: Codable, Equatable, Sendable {
    package let tripSeconds: Int
    /// Of the way to the pick-up, from the acceptance on.
    package var approachSeconds: Int?
    package var name: String?
    package var model: String?
    package var plate: String?
    /// Where the car was when the trip began.
    package var boarding: Location?
    /// The networks of those who were asked, until the ride ends or the trip begins.
    package var asked: [String]?
    /// How many of them have declined at once, and were left out.
    package var forgiven: Int?
    /// Whether an autopilot has made up a position of the car.
    package var isOnAutopilot: Bool?
    /// Whether an offer has expired without an answer, while a driver is looked for.
    package var hasLapsed: Bool?
    /// How many wrong codes the driver has entered.
    package var wrongCodes: Int?
    package init(tripSeconds: Int) { self.tripSeconds = tripSeconds }

    /// How long the trip may take, in seconds.
    package var longestTrip: Double { 3 * Double(tripSeconds) + DispatchRules.tripDelay }
  }

  package var phase: Phase
  package var driver: RiderID?
  package var plan: Plan
  /// Where the car is, from the acceptance on.
  package var car: Location?
  /// Since when a driver is looked for.
  package var searchedAt: Date
  package var ending: RideCancellation.Reason?
  /// Of a cancellation, in the smallest unit of the price's currency.
  package var fee: Int?
  /// Of a trip that ended early or elsewhere, in the smallest unit of the price's currency.
  package var fare: Int?

  package init(
    phase: Phase, driver: RiderID? = nil, plan: Plan, car: Location? = nil, searchedAt: Date,
    ending: RideCancellation.Reason? = nil, fee: Int? = nil, fare: Int? = nil
  ) {
    (self.phase, self.driver, self.plan, self.car) = (phase, driver, plan, car)
    (self.searchedAt, self.ending, self.fee, self.fare) = (searchedAt, ending, fee, fare)
  }
}

/// An offer of a ride to a driver.
package struct OfferRecord: Equatable, Sendable {
  package enum State: String, CaseIterable, Sendable {
    case open, accepted, declined, expired, withdrawn
  }

  package let id: Identifier<RideOffer>
  package let ride: Identifier<Ride>
  package let driver: RiderID
  package var state: State
  package let expiresAt: Date
  /// How long the way to the pick-up takes.
  package let seconds: Int
  /// The way to the pick-up.
  package let approach: [Location]
  /// 0 or 1; the open offers of a ride have different ones.
  package let slot: Int

  package var isOpen: Bool { state == .open }

  package init(
    id: Identifier<RideOffer>, ride: Identifier<Ride>, driver: RiderID, state: State,
    expiresAt: Date, seconds: Int, approach: [Location], slot: Int = 0
  ) {
    (self.id, self.ride, self.driver, self.state) = (id, ride, driver, state)
    (self.expiresAt, self.seconds, self.approach) = (expiresAt, seconds, approach)
    self.slot = slot
  }
}
