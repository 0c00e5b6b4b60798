import Basics
import Core
package import FoundationEssentials
import Synchronization

extension RideRecord {
  /// Returns the JSON document of the ride at a time.
  ///
  /// The bytes are those of ``rideForRider(at:)`` as JSON with sorted keys. What never changes, the ways most of
  /// all, was encoded once.
  ///
  /// - Parameter ways: Whether to tell the route and the approach, or `null` for both.
  package func document(at time: Date, ways: Bool = true) throws -> Data {
    let (ride, parts, encoded) = (rideForRider(at: time), parts, parts.encoded(terms))
    var writer = MemberWriter(capacity: encoded.byteCount + 512)
    writer.add("{\"amountDue\":", ride.amountDue?.json)
    writer.add(",\"approach\":", ways && ride.approach != nil ? encoded.approach : nil)
    writer.add(",\"cancellation\":", try ride.cancellation.map { try JSON(encoding: $0) })
    writer.add(",\"cancellationFee\":", try ride.cancellationFee.map { try JSON(encoding: $0) })
    writer.add(",\"car\":", ride.car?.json)
    writer.add(",\"code\":", ride.code.map(JSON.string))
    writer.add(",\"distanceMeters\":", parts.distanceMeters)
    writer.add(",\"driver\":", ride.driver?.json)
    writer.add(",\"dropoff\":", encoded.dropoff)
    writer.add(",\"durationSeconds\":", ride.durationSeconds)
    writer.add(",\"fare\":", ride.fare?.json)
    writer.add(",\"id\":", encoded.fromIDToPrice)
    writer.add(",\"requestedAt\":", try JSON(encoding: ride.requestedAt))
    writer.add(",\"route\":", ways ? encoded.route : nil)
    writer.add(",\"routeModel\":", encoded.routeModel)
    writer.add(",\"secondsUntilDropoff\":", ride.secondsUntilDropoff)
    writer.add(",\"secondsUntilPickup\":", ride.secondsUntilPickup)
    writer.add(",\"stars\":", ride.stars)
    writer.add(",\"state\":", .string(ride.state.rawValue))
    writer.add(",\"tip\":", ride.tip?.json)
    writer.bytes.append(UInt8(ascii: "}"))
    return Data(writer.bytes)
  }
}

/// What is found out once about a ride and the way of its car.
final class RideParts: Sendable {
  /// A way with the lengths of its legs.
  struct Way: Sendable {
    let corners: [Location]
    let legs: [Double]

    init(_ corners: [Location]) { (self.corners, legs) = (corners, corners.legs) }
  }

  /// What a document has of them, as JSON.
  fileprivate final class Encoded: Sendable {
    let approach, route, dropoff, fromIDToPrice, routeModel: [UInt8]

    init(_ terms: RideTerms, _ parts: RideParts) {
      (approach, route) = (Self.way(parts.approach.corners), Self.way(terms.route))
      let request = terms.request
      dropoff = request.dropoff.json.bytes
      let option: JSON = [
        "id": .string(request.option.rawValue), "name": .string(request.option.name),
      ]
      var writer = MemberWriter(capacity: 256)
      writer.add("", .string(terms.id.rawValue))
      writer.add(",\"option\":", option)
      writer.add(",\"pickup\":", request.pickup.json)
      writer.add(",\"price\":", terms.price.json)
      fromIDToPrice = writer.bytes
      routeModel = (terms.routeModel.isEmpty ? JSON.null : .string(terms.routeModel)).bytes
    }

    var byteCount: Int { approach.count + route.count + dropoff.count + fromIDToPrice.count }

    private static func way(_ corners: [Location]) -> [UInt8] {
      var writer = MemberWriter(capacity: 56 * corners.count + 2)
      for (index, corner) in corners.enumerated() {
        writer.add(index == 0 ? "[{\"latitude\":" : "},{\"latitude\":", .number(corner.latitude))
        writer.add(",\"longitude\":", .number(corner.longitude))
      }
      writer.bytes += "}]".utf8
      return writer.bytes
    }
  }

  let approach: Way
  let route: Way
  let distanceMeters: Int
  /// The car and the driver of a simulated ride.
  let assignment: DriverAssignment
  private let known = Mutex<Encoded?>(nil)

  /// - Parameter route: The route of the ride, where it is known.
  init(_ terms: RideTerms, approach: [Location], route: Way?) {
    self.approach = Way(approach)
    self.route = route ?? Way(terms.route)
    distanceMeters = Int(self.route.legs.reduce(0, +).rounded())
    assignment = DriverAssignment(
      seed: terms.seed, option: terms.request.option, requestedAt: terms.requested)
  }

  /// Made when it is asked for: a stream that tells positions needs none of it.
  fileprivate func encoded(_ terms: RideTerms) -> Encoded {
    known.withLock { known in
      let encoded = known ?? Encoded(terms, self)
      known = encoded
      return encoded
    }
  }
}

extension JSON {
  fileprivate var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes, .sortedKeys)
    return bytes
  }
}

/// Writes the members of an object one after the other.
private struct MemberWriter {
  var bytes: [UInt8] = []

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  private mutating func add(_ name: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
  }

  mutating func add(_ name: StaticString, _ value: JSON?) {
    add(name)
    (value ?? .null).write(to: &bytes, .sortedKeys)
  }

  mutating func add(_ name: StaticString, _ number: Int?) {
    add(name, number.map { .number(JSON.Number($0)) })
  }

  mutating func add(_ name: StaticString, _ document: [UInt8]?) {
    guard let document else { return add(name, JSON.null) }
    add(name)
    bytes += document
  }
}
