import Core
import FoundationEssentials

/// The columns of a ride.
enum RideColumn: Int32, SQLColumn {
  case id, rider, option, pickupName, pickupLatitude, pickupLongitude, dropoffName
  case dropoffLatitude, dropoffLongitude, currency, price, requestedAt, acceptedAt, arrivingAt
  case arrivedAt, boardedAt, completedAt, cancelledAt, seed, approach, route, requestKey
  case requestFingerprint

  static let table = "rides"
}

extension RideRecord {
  init(_ row: SQLColumns<RideColumn>) throws(StoreError) {
    guard let option = RideOptionKind(rawValue: row.text(.option)),
      let approach = PathCoding.decode(row.blob(.approach)),
      let route = PathCoding.decode(row.blob(.route))
    else { throw row.row.unreadable("the ride \(row.text(.id))") }
    let timetable = RideTimetable(
      requested: row.time(.requestedAt), accepted: row.time(.acceptedAt),
      arriving: row.time(.arrivingAt), arrived: row.time(.arrivedAt),
      boarded: row.time(.boardedAt), completed: row.time(.completedAt))
    let seconds = timetable.completed.timeIntervalSince(timetable.requested)
    guard PlausibleNumbers.minorUnits.contains(row.number(.price)), seconds >= 0,
      seconds < Double(PlausibleNumbers.seconds.upperBound)
    else { throw row.row.unreadable("the price or a time of the ride \(row.text(.id))") }
    self.init(
      id: row.identifier(.id), rider: row.identifier(.rider),
      request: RideRequest(
        pickup: Waypoint(
          Location(nearestTo: row.real(.pickupLatitude), row.real(.pickupLongitude)),
          name: row.optionalText(.pickupName)),
        dropoff: Waypoint(
          Location(nearestTo: row.real(.dropoffLatitude), row.real(.dropoffLongitude)),
          name: row.optionalText(.dropoffName)),
        option: option),
      price: Money(currency: row.text(.currency), minorUnits: row.number(.price)),
      timetable: timetable, cancelledAt: row.optionalTime(.cancelledAt),
      seed: UInt64(bitPattern: row.integer(.seed)), approach: approach, route: route)
  }

  func value(of column: RideColumn, key: RequestKey?) -> SQLValue {
    switch column {
    case .id: .identifier(id)
    case .rider: .identifier(rider)
    case .option: .text(request.option.rawValue)
    case .pickupName: .optional(request.pickup.name)
    case .pickupLatitude: .real(request.pickup.location.latitude)
    case .pickupLongitude: .real(request.pickup.location.longitude)
    case .dropoffName: .optional(request.dropoff.name)
    case .dropoffLatitude: .real(request.dropoff.location.latitude)
    case .dropoffLongitude: .real(request.dropoff.location.longitude)
    case .currency: .text(price.currency)
    case .price: .number(price.minorUnits)
    case .requestedAt: .time(timetable.requested)
    case .acceptedAt: .time(timetable.accepted)
    case .arrivingAt: .time(timetable.arriving)
    case .arrivedAt: .time(timetable.arrived)
    case .boardedAt: .time(timetable.boarded)
    case .completedAt: .time(timetable.completed)
    case .cancelledAt: .optional(cancelledAt)
    case .seed: .integer(Int64(bitPattern: seed))
    case .approach: .blob(PathCoding.encode(approach))
    case .route: .blob(PathCoding.encode(route))
    case .requestKey: .optional(key?.key)
    case .requestFingerprint: .optional(key?.fingerprint)
    }
  }
}
