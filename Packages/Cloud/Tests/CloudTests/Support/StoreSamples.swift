import Core
import CoreTesting
import FoundationEssentials

@testable import Cloud
@testable import CloudDomain
@testable import CloudStore

extension Date {
  /// When the tests of stores happen.
  static let noon = Date(timeIntervalSince1970: 1_767_268_800.123)
}

extension AccountRecord {
  static func sample(_ name: String) -> AccountRecord {
    AccountRecord(
      profile: RiderProfile(
        id: Identifier("id-of-\(name)"), name: name, nickname: "\(name)chen",
        email: "\(name)@example.com", mobileNumber: "+61 2 1234 5678"),
      passwordHash: "hash-of-\(name)", createdAt: .noon)
  }
}

extension SessionRecord {
  static func sample(
    _ rider: String, token: UInt8 = 1, expiresAt: Date = .noon + 100,
    endsAt: Date = .noon + 1000
  ) -> SessionRecord {
    SessionRecord(
      tokenHash: Array(rider.utf8) + [0, token], rider: Identifier("id-of-\(rider)"),
      expiresAt: expiresAt, endsAt: endsAt)
  }
}

extension RideRecord {
  /// A ride that is boarded 100 seconds after the request and completed 1000 seconds after it.
  static func sample(
    _ id: String, rider: String, requestedAt: Date = .noon, named name: String? = "Opera House"
  ) -> RideRecord {
    RideRecord(
      id: Identifier(id), rider: Identifier("id-of-\(rider)"),
      request: RideRequest(
        pickup: Waypoint(.operaHouse, name: name), dropoff: Waypoint(.appleStore),
        option: .wallaroo),
      price: Money(currency: "AUD", minorUnits: 1234),
      timetable: RideTimetable(
        requested: requestedAt, accepted: requestedAt + 8, arriving: requestedAt + 40,
        arrived: requestedAt + 60, boarded: requestedAt + 100, completed: requestedAt + 1000),
      cancelledAt: nil, seed: .max - 5, approach: [.defaultLocation, .operaHouse],
      route: [.operaHouse, .defaultLocation, .appleStore], routeModel: "street-grid")
  }

  /// The same ride, cancelled.
  func cancelled(at time: Date) -> RideRecord {
    RideRecord(
      id: id, rider: rider, request: request, price: price,
      timetable: timetable, cancelledAt: time, seed: seed, approach: approach, route: route,
      routeModel: routeModel)
  }
}

extension ExperimentEventRecord {
  static func exposure(
    _ id: String, _ subject: String, _ variant: String, at milliseconds: Int64,
    flag: String = "ranking", segment: String? = nil
  ) -> ExperimentEventRecord {
    ExperimentEventRecord(
      id: id, subject: subject, milliseconds: milliseconds, kind: .exposure, flag: flag,
      variant: variant, origin: "cloud", segment: segment)
  }

  static func conversion(
    _ id: String, _ subject: String, at milliseconds: Int64, name: String = "ride_requested",
    value: Int? = nil
  ) -> ExperimentEventRecord {
    ExperimentEventRecord(
      id: id, subject: subject, milliseconds: milliseconds, kind: .conversion, name: name,
      value: value)
  }
}

extension SQLStore {
  /// Adds an account with a session.
  func addRider(_ name: String) throws {
    _ = try addAccount(.sample(name), session: .sample(name))
  }
}

extension SQLStore {
  /// Adds events of flags whose split is not recorded.
  func addExperimentEvents(
    _ events: [ExperimentEventRecord], limits: ExperimentEventLimits
  ) throws -> Int {
    try addExperimentEvents(events, limits: limits, allocations: [])
  }

  /// The counts of the first phase.
  func experimentCounts(flag: String, conversion: String) throws -> [ExperimentCount] {
    try experimentCounts(flag: flag, conversion: conversion, phase: 1)
  }
}

extension SQLStore {
  func addRide(
    _ ride: RideRecord, key: RequestKey?, now: Date
  ) throws(StoreError) -> RideOutcome? {
    try change([.request(ride, key: key, at: now)]).first
  }

  /// Returns the ride as it is kept then, cancelled or not.
  func cancelRide(
    _ id: Identifier<Ride>, of rider: Identifier<RiderProfile>, at time: Date
  ) throws(StoreError) -> RideRecord? {
    switch try change([.cancellation(of: id, by: rider, at: time)]).first {
    case .done(let ride): return ride
    case .refused(.notCancellable): return try ride(id, of: rider)
    default: return nil
    }
  }

  func ride(
    _ id: Identifier<Ride>?, ofSession tokenHash: [UInt8]
  ) throws(StoreError) -> (SessionRecord?, RideRecord?) {
    try rides(ofSessions: [SessionRideQuery(id: id, tokenHash: tokenHash)])[0]
  }
}

/// The steps of dispatch.
extension SQLStore {
  func offer(
    _ id: Identifier<RideOffer>, _ ride: RideRecord, to driver: Identifier<RiderProfile>,
    _ approach: Route, clock: @Sendable () -> Date
  ) throws(StoreError) {
    let offer = RideEvent.offer(
      id, of: ride.id, seconds: Int(approach.duration.rounded(.up)), approach: approach.corners)
    _ = try apply(offer, by: driver, clock: clock)
  }

  func startShift(
    of driver: Identifier<RiderProfile>, at location: Location, now: Date
  ) throws(StoreError) -> RideRefusal? {
    try apply(.startShift(location), by: driver) { now }
  }

  func endShift(
    of driver: Identifier<RiderProfile>, now: Date
  ) throws(StoreError) -> RideRefusal? {
    try apply(.endShift, by: driver) { now }
  }
}
