package import CloudDomain
import Core
package import FoundationEssentials

/// The reads and the steps of a round of dispatch.
extension SQLStore {
  /// Whether a ride with a real driver is under way.
  package func hasDispatch() throws(StoreError) -> Bool {
    try first(Statements.any) { _ in true } ?? false
  }

  /// Ends what time has ended: offers without an answer, searches without a driver, and rides whose
  /// drivers are silent.
  ///
  /// - Parameter start: The start of the server; the silence of a driver counts from then at the
  ///   earliest.
  /// - Returns: The errors of the steps that failed; the others are made nevertheless.
  @discardableResult
  package func endOverdue(
    since start: Date, clock: @Sendable () -> Date
  ) throws(StoreError) -> [StoreError] {
    let now = clock()
    var failures: [StoreError] = []
    func attempt(_ event: RideEvent) {
      do throws(StoreError) { _ = try apply(event, clock: clock) } catch { failures.append(error) }
    }
    for offer in try all(Statements.overdueOffers, ["now": now], read: { $0.text(0) }) {
      attempt(.expire(Identifier(offer), since: start))
    }
    func limit(_ silence: Double) -> Date? { now - silence >= start ? now - silence : nil }
    let rides = try all(
      Statements.overdueRides,
      [
        "searched": now - DispatchRules.search,
        "silent": limit(DispatchRules.silence), "lost": limit(DispatchRules.tripSilence),
      ], read: { $0.text(0) })
    // Few trips are so long: how long each may take is in its plan.
    let long = try all(Statements.longTrips, ["long": limit(DispatchRules.tripDelay)]) {
      (row) throws(StoreError) in try RideRecord(row)
    }.filter { ride in
      guard let boarded = ride.timetable.boarded, let plan = ride.driven?.plan else { return false }
      return now.timeIntervalSince(max(start, boarded)) >= plan.longestTrip
    }.map(\.id.rawValue)
    for ride in rides + long { attempt(.endOverdue(Identifier(ride), since: start)) }
    return failures
  }

  /// Returns the rides that wait for an offer, oldest first; an error for one that cannot be read.
  package func waitingRides() throws(StoreError) -> [Result<RideRecord, StoreError>] {
    try all(Statements.waiting) { row in
      Result { () throws(StoreError) in try RideRecord(row) }
    }
  }

  /// Returns the riders whom a ride must not be offered to: those asked before who could answer, the rider, and anyone
  /// either side has blocked.
  package func excludedDrivers(of ride: RideRecord) throws(StoreError) -> Set<RiderID> {
    let others = try all(
      Statements.excluded, ["ride": ride.id, "rider": ride.rider]
    ) { row in RiderID(row.text(0)) }
    return Set(others).union([ride.rider])
  }
}

private enum Statements {
  static let any: SQLStatement =
    "SELECT 1 FROM rides WHERE \(DrivenRecord.Phase.isUnderWay) LIMIT 1"
  static let overdueOffers: SQLStatement =
    "SELECT id FROM offers WHERE state = 'open' AND expires_at <= :now ORDER BY id"
  static let overdueRides: SQLStatement = """
    SELECT id FROM rides WHERE phase = 'searching' AND searched_at <= :searched
      AND NOT EXISTS (SELECT 1 FROM offers WHERE ride = rides.id AND state = 'open')
    UNION ALL
    SELECT rides.id FROM rides LEFT JOIN drivers ON drivers.rider = rides.driver
    WHERE phase = 'assigned' AND coalesce(positioned_at, 0) <= :silent
      OR phase = 'onTrip' AND coalesce(positioned_at, 0) <= :lost
    ORDER BY id
    """
  static let longTrips = RideColumn.select(
    "WHERE phase = 'onTrip' AND boarded_at <= :long ORDER BY id")
  static let waiting: SQLStatement = """
    SELECT \(RideColumn.list) FROM rides WHERE phase = 'searching'
      AND NOT EXISTS (SELECT 1 FROM offers WHERE ride = rides.id AND state = 'open')
    ORDER BY searched_at, id
    """
  static let excluded: SQLStatement = """
    SELECT driver FROM offers WHERE ride = :ride AND state <> 'withdrawn'
    UNION SELECT blocked FROM blocks WHERE rider = :rider
    UNION SELECT rider FROM blocks WHERE blocked = :rider
    UNION SELECT blocked FROM ride_blocks WHERE rider = :rider
    UNION SELECT rider FROM ride_blocks WHERE blocked = :rider
    """
}
