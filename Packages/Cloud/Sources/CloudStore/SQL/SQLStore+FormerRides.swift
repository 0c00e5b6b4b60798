package import CloudDomain
package import Core
import FoundationEssentials

extension SQLStore {
  /// Returns the rides of a driver whose riders have deleted their accounts, newest first, each with the
  /// stars that the driver has given.
  package func formerRides(
    of driver: RiderID, limit: Int
  ) throws(StoreError) -> [(ride: Ride, stars: Int?)] {
    try all(Statements.ofDriver, ["driver": driver, "limit": limit]) { (row) throws(StoreError) in
      let row = row.columns(FormerRideColumn.self)
      return (try row.json(.document), row.isNull(.stars) ? nil : row.number(.stars))
    }
  }
}

extension SQLConnection {
  /// Keeps for their drivers what a rider's ended rides have brought, before they are deleted.
  func keepRides(ofRider rider: RiderID) throws(StoreError) {
    let rides = try all(Statements.driven, ["rider": rider]) { (row) throws(StoreError) in
      let stars = row.isNull(RideColumn.count) ? nil : Int(row.integer(RideColumn.count))
      return (record: try RideRecord(row), stars: stars)
    }
    for (record, stars) in rides {
      guard let kept = record.withoutRider else { continue }
      try run(
        Statements.add,
        FormerRideColumn.row([
          .ride: record.id, .driver: record.driven?.driver,
          .requestedAt: record.timetable.requested, .endedAt: kept.endedAt,
          .isCompleted: kept.ride.state == .completed ? 1 : 0, .currency: kept.amount.currency,
          .amount: kept.amount.minorUnits, .stars: stars, .document: try SQLValue.json(kept.ride),
        ]))
    }
  }
}

private enum FormerRideColumn: Int32, SQLColumn {
  case ride, driver, requestedAt, endedAt, isCompleted, currency, amount, stars, document
  static let table = "former_rides"
}

private enum Statements {
  static let ofDriver = FormerRideColumn.select(
    "WHERE driver = :driver ORDER BY requested_at DESC, ride LIMIT :limit")
  static let add = FormerRideColumn.insert("ON CONFLICT DO NOTHING")
  static let driven: SQLStatement = """
    SELECT \(RideColumn.list), ratings.stars
    FROM rides LEFT JOIN ratings ON ratings.ride = rides.id AND ratings.side = 'driver'
    WHERE rides.rider = :rider AND rides.driver IS NOT NULL AND rides.phase = 'ended'
    """
}
