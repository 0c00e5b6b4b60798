import BenchmarkKit
import Core
import Foundation

extension Rows {
  /// The cost of the contract's JSON, against Foundation's.
  static let json = [encodeRide, decodeRide]

  private static let encodeRide = Benchmark.paired(
    "encode a ride", target: "≤ 4 µs, 0.33 × Foundation", prepare: { _ in try RideDocument() },
    floor: { $0.data.value = try $0.encoder.encode($0.plain) },
    work: { $0.data.value = try JSONCoding.encode($0.ride) })

  private static let decodeRide = Benchmark.paired(
    "decode a ride", target: "≤ 4 µs, 0.33 × Foundation", prepare: { _ in try RideDocument() },
    floor: { $0.decoded.value = try $0.decoder.decode(Ride.self, from: $0.json) },
    work: { $0.decoded.value = try JSONCoding.decode(Ride.self, from: $0.json) })
}

/// A ride with everything that a ride may have, and both ways to code it.
private final class RideDocument {
  let ride: Ride
  /// The same ride as Foundation's encoder takes it best.
  let plain: PlainRide
  let json: Data
  let encoder = JSONEncoder()
  let decoder = JSONDecoder()
  let data = Sink<Data>()
  let decoded = Sink<Ride>()

  init() throws {
    let corner = Location(nearestTo: -33.860123456789, 151.208123456789)
    let (start, end) = (Location.operaHouse, Location.appleStore)
    ride = Ride(
      id: Identifier("0123456789abcdef0123456789abcdef"), state: .accepted,
      request: RideRequest(
        pickup: Waypoint(start, name: "Opera House"),
        dropoff: Waypoint(end, name: "Apple Store"), option: .wallabee),
      price: Money(currency: "AUD", minorUnits: 1234),
      requestedAt: Date(timeIntervalSince1970: 1_795_000_000),
      car: Car(model: "Toyota Corolla", plate: "KBR-123", location: corner),
      driver: Driver(name: "Bruce"), secondsUntilPickup: 120, secondsUntilDropoff: 300,
      route: [start, corner, end])
    json = try JSONCoding.encode(ride)
    plain = try JSONCoding.decode(PlainRide.self, from: json)
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    decoder.dateDecodingStrategy = .iso8601
  }
}

/// A ride whose coding is left to the compiler.
private struct PlainRide: Codable {
  struct Option: Codable { let id, name: String }
  struct Money: Codable { let currency: String, minorUnits: Int }
  struct Location: Codable { let latitude, longitude: Double }
  struct Waypoint: Codable { let latitude, longitude: Double, name: String? }
  struct Driver: Codable { let name: String }
  struct Car: Codable { let location: Location, model, plate: String }

  let id, state: String
  let option: Option
  let pickup, dropoff: Waypoint
  let price: Money
  let amountDue: Money?
  let requestedAt: Date
  let car: Car?
  let driver: Driver?
  let secondsUntilPickup, secondsUntilDropoff, durationSeconds: Int?
  let distanceMeters: Int
  let route: [Location]
}
