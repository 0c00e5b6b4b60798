import Basics
import CloudDomain
import Core
import FoundationEssentials
import Synchronization

enum RideColumn: Int32, SQLColumn {
  case id, rider, request, currency, price, requestedAt, acceptedAt, arrivingAt, arrivedAt
  case boardedAt, completedAt, cancelledAt, seed, approach, route, requestKey, requestFingerprint
  case routeModel, driver, driven, car, searchedAt, ending, fee, phase, fare, tip, stars
  static let table = "rides"
}

extension RideRecord {
  /// Reads a row that begins with the columns of a ride.
  init(_ row: any SQLRow) throws(StoreError) { try self.init(row.columns(RideColumn.self)) }

  /// - Parameter known: Has the terms of rides that were read before.
  init(_ row: SQLColumns<RideColumn>, known: KnownRides? = nil) throws(StoreError) {
    let id: Identifier<Ride> = row.identifier(.id)
    let terms = if let known { try known.terms(id, row) } else { try RideTerms(id, row) }
    guard let approach = PathCoding.decode(row.blob(.approach))
    else { throw row.row.unreadable("the ride \(id)") }
    let timetable = RideTimetable(
      requested: row.time(.requestedAt), accepted: row.optionalTime(.acceptedAt),
      arriving: row.optionalTime(.arrivingAt), arrived: row.optionalTime(.arrivedAt),
      boarded: row.optionalTime(.boardedAt), completed: row.optionalTime(.completedAt))
    let driven = try DrivenRecord(row)
    let seconds = timetable.completed?.timeIntervalSince(timetable.requested) ?? 0
    guard seconds >= 0,
      driven != nil
        || timetable.isComplete && seconds < Double(PlausibleNumbers.seconds.upperBound)
    else { throw row.row.unreadable("a time of the ride \(id)") }
    self.init(
      terms: terms, timetable: timetable, cancelledAt: row.optionalTime(.cancelledAt),
      approach: approach, driven: driven, tip: row.isNull(.tip) ? nil : row.number(.tip),
      stars: row.isNull(.stars) ? nil : row.number(.stars))
  }

  /// - Parameter known: Gets the terms, as a new ride is asked for soon.
  func row(key: RequestKey?, _ known: KnownRides) throws(StoreError) -> SQLArguments {
    let (request, route) = (try SQLValue.json(request), PathCoding.encode(route))
    if case .text(let text) = request { known.keep(terms, route: route, request: Array(text.utf8)) }
    return RideColumn.row([
      .id: id, .rider: rider, .request: request, .currency: price.currency,
      .price: price.minorUnits, .requestedAt: timetable.requested, .acceptedAt: timetable.accepted,
      .arrivingAt: timetable.arriving, .arrivedAt: timetable.arrived, .boardedAt: timetable.boarded,
      .completedAt: timetable.completed, .cancelledAt: cancelledAt, .seed: Int64(bitPattern: seed),
      .approach: PathCoding.encode(approach), .route: route,
      .requestKey: key?.key, .requestFingerprint: key?.fingerprint, .routeModel: routeModel,
      .driver: driven?.driver, .driven: try SQLValue.json(driven?.plan),
      .car: (driven?.car).map { PathCoding.encode([$0]) }, .searchedAt: driven?.searchedAt,
      .ending: driven?.ending?.rawValue, .fee: driven?.fee, .phase: driven?.phase.rawValue,
      .fare: driven?.fare, .tip: tip, .stars: stars,
    ])
  }
}

extension RideTerms {
  fileprivate convenience init(
    _ id: Identifier<Ride>, _ row: SQLColumns<RideColumn>
  ) throws(StoreError) {
    guard let route = PathCoding.decode(row.blob(.route)),
      PlausibleNumbers.minorUnits.contains(row.number(.price))
    else { throw row.row.unreadable("the way or the price of the ride \(id)") }
    self.init(
      id: id, rider: row.identifier(.rider), request: try row.json(.request), price: row.price,
      requested: row.time(.requestedAt), seed: UInt64(bitPattern: row.integer(.seed)),
      route: route, routeModel: row.text(.routeModel))
  }
}

extension SQLColumns<RideColumn> {
  fileprivate var price: Money { Money(currency: text(.currency), minorUnits: number(.price)) }
}

/// The terms of the rides that were read last, as riders ask for the same ride again and again.
package final class KnownRides: Sendable {
  /// The most rides; each has two ways of at most 500 corners, which take 60 KB with their documents.
  private static let most = 2000

  private struct Entry {
    let terms: RideTerms
    /// As the database has them.
    let route, request: [UInt8]
  }

  private let rides = Mutex(
    ExpiringCache<Identifier<Ride>, Entry>(capacity: most, lifetime: .infinity))

  /// Returns the terms in a row, read once for as long as the row has the same ones.
  func terms(
    _ id: Identifier<Ride>, _ row: SQLColumns<RideColumn>
  ) throws(StoreError) -> RideTerms {
    let route = row.blob(.route)
    if let known = rides.withLock({ $0.value(for: id, at: .distantPast) }), known.route == route,
      known.request.elementsEqual(row.textBytes(.request)),
      known.terms.price == row.price, known.terms.requested == row.time(.requestedAt),
      known.terms.rider == row.identifier(.rider),
      known.terms.seed == UInt64(bitPattern: row.integer(.seed)),
      known.terms.routeModel == row.text(.routeModel)
    {
      return known.terms
    }
    let terms = try RideTerms(id, row)
    keep(terms, route: route, request: Array(row.textBytes(.request)))
    return terms
  }

  /// Keeps the terms of a row with this route and request.
  func keep(_ terms: RideTerms, route: [UInt8], request: [UInt8]) {
    let entry = Entry(terms: terms, route: route, request: request)
    rides.withLock { $0.insert(entry, for: terms.id, at: .distantPast) }
  }
}

extension DrivenRecord {
  /// Reads what a ride with a real driver has; `nil` for any other.
  init?(_ row: SQLColumns<RideColumn>) throws(StoreError) {
    guard !row.isNull(.phase) else { return nil }
    let car = row.isNull(.car) ? nil : PathCoding.decode(row.blob(.car))?.first
    let ending = row.optionalText(.ending)
    guard let phase = Phase(rawValue: row.text(.phase)),
      (car == nil) == row.isNull(.car),
      let searchedAt = row.optionalTime(.searchedAt),
      ending.map({ RideCancellation.Reason(rawValue: $0) != nil }) ?? true
    else { throw row.row.unreadable("the dispatch of the ride \(row.text(.id))") }
    self.init(
      phase: phase, driver: row.optionalText(.driver).map { Identifier($0) },
      plan: try row.json(.driven), car: car, searchedAt: searchedAt,
      ending: ending.flatMap(RideCancellation.Reason.init),
      fee: row.isNull(.fee) ? nil : row.number(.fee),
      fare: row.isNull(.fare) ? nil : row.number(.fare))
  }
}

/// The conditions that statements share.
extension DrivenRecord.Phase {
  /// The driver is on the way, waits or drives; the condition of the index `rides_by_busy_driver`.
  static let hasBusyDriver = isOne(of: .assigned, .onTrip)
  /// The ride has a real driver or is looking for one, and has not ended.
  static let isUnderWay = isOne(of: .searching, .assigned, .onTrip)

  private static func isOne(of phases: Self...) -> String {
    "rides.phase IN (\(phases.map { "'\($0.rawValue)'" }.joined(separator: ", ")))"
  }
}

/// The stored form of a path: latitude and longitude of each corner as 64-bit floating-point
/// numbers, the lowest byte first.
enum PathCoding {
  static func encode(_ path: [Location]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16 * path.count)
    for corner in path {
      let degrees = (
        corner.latitude.bitPattern.littleEndian, corner.longitude.bitPattern.littleEndian
      )
      withUnsafeBytes(of: degrees) { bytes.append(contentsOf: $0) }
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
