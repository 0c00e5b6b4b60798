import Core
import FoundationEssentials

enum RideColumn: Int32, SQLColumn {
  case id, rider, request, currency, price, requestedAt, acceptedAt, arrivingAt, arrivedAt
  case boardedAt, completedAt, cancelledAt, seed, approach, route, requestKey, requestFingerprint
  case routeModel

  static let table = "rides"
}

extension RideRecord {
  init(_ row: SQLColumns<RideColumn>) throws(StoreError) {
    guard let approach = PathCoding.decode(row.blob(.approach)),
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
      request: try row.json(.request),
      price: Money(currency: row.text(.currency), minorUnits: row.number(.price)),
      timetable: timetable, cancelledAt: row.optionalTime(.cancelledAt),
      seed: UInt64(bitPattern: row.integer(.seed)), approach: approach, route: route,
      routeModel: row.text(.routeModel))
  }

  func value(of column: RideColumn, key: RequestKey?) throws(StoreError) -> SQLValue {
    switch column {
    case .id: .identifier(id)
    case .rider: .identifier(rider)
    case .request: try .json(request)
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
    case .routeModel: .text(routeModel)
    }
  }
}

/// The stored form of a path: latitude and longitude of each corner as 64-bit floating-point
/// numbers, the lowest byte first.
enum PathCoding {
  static func encode(_ path: [Location]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16 * path.count)
    for corner in path {
      for degrees in [corner.latitude, corner.longitude] {
        withUnsafeBytes(of: degrees.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
      }
    }
    return bytes
  }

  /// Reads a path; `nil` when the bytes are none.
  static func decode(_ bytes: [UInt8]) -> [Location]? {
    guard bytes.count.isMultiple(of: 16), !bytes.isEmpty else { return nil }
    return bytes.withUnsafeBytes { buffer in
      var path: [Location] = []
      for offset in stride(from: 0, to: buffer.count, by: 16) {
        let latitude = buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        let longitude = buffer.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)
        let corner = try? Location(
          latitude: Double(bitPattern: UInt64(littleEndian: latitude)),
          longitude: Double(bitPattern: UInt64(littleEndian: longitude)))
        guard let corner else { return nil }
        path.append(corner)
      }
      return path
    }
  }
}
