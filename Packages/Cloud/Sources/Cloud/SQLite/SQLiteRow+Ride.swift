import Core

extension SQLiteRow {
  /// Reads a ride from ``RideColumns``, of which the first stands at the given column.
  func ride(from first: Int32 = 0, in connection: SQLiteConnection) throws(StoreFailure)
    -> RideRecord
  {
    guard let option = RideOptionKind(rawValue: text(first + 2)),
      let approach = PathCoding.decode(blob(first + 19)),
      let route = PathCoding.decode(blob(first + 20))
    else {
      throw .file(
        FileFailure(
          .corrupt, path: connection.name,
          reason: "the ride \(text(first)) cannot be read from the cloud's database"))
    }
    return RideRecord(
      id: identifier(first), rider: identifier(first + 1), option: option,
      pickup: waypoint(first + 3), dropoff: waypoint(first + 6),
      price: Money(currency: text(first + 9), minorUnits: Int(integer(first + 10))),
      timetable: RideTimetable(
        requested: time(first + 11), accepted: time(first + 12), arriving: time(first + 13),
        arrived: time(first + 14), boarded: time(first + 15), completed: time(first + 16)),
      cancelledAt: optionalTime(first + 17), seed: UInt64(bitPattern: integer(first + 18)),
      approach: approach, route: route)
  }

  private func waypoint(_ first: Int32) -> Waypoint {
    Waypoint(
      Location(nearestTo: real(first + 1), real(first + 2)), name: optionalText(first))
  }
}
