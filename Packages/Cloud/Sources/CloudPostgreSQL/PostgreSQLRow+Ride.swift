import Cloud
import Core

extension PostgreSQLRow {
  /// Reads a ride from ``RideColumns``, of which the first stands at the given column.
  func ride(from first: Int32 = 0) throws(PostgreSQLFailure) -> RideRecord {
    guard let option = RideOptionKind(rawValue: text(first + 2)),
      let approach = PathCoding.decode(try bytes(first + 19)),
      let route = PathCoding.decode(try bytes(first + 20))
    else { throw .unreadable("the ride \(text(first))") }
    return RideRecord(
      id: identifier(first), rider: identifier(first + 1), option: option,
      pickup: try waypoint(first + 3), dropoff: try waypoint(first + 6),
      price: Money(currency: text(first + 9), minorUnits: Int(try integer(first + 10))),
      timetable: RideTimetable(
        requested: try time(first + 11), accepted: try time(first + 12),
        arriving: try time(first + 13), arrived: try time(first + 14),
        boarded: try time(first + 15), completed: try time(first + 16)),
      cancelledAt: try optionalTime(first + 17),
      seed: UInt64(bitPattern: try integer(first + 18)), approach: approach, route: route)
  }

  private func waypoint(_ first: Int32) throws(PostgreSQLFailure) -> Waypoint {
    Waypoint(
      Location(nearestTo: try real(first + 1), try real(first + 2)), name: optionalText(first))
  }
}
