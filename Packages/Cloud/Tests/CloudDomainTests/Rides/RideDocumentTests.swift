import Core
import FoundationEssentials
import Testing

@testable import CloudDomain

struct RideDocumentTests {
  private static let rides: [RideRecord] = {
    let way = [
      Location(nearestTo: -33.858667, 151.214028), Location(nearestTo: -33.86, 151.21),
      Location(nearestTo: -33.868781, 151.206645),
    ]
    func ride(
      _ option: RideOptionKind, name: String? = nil, model: String = "city",
      driven: DrivenRecord? = nil
    ) -> RideRecord {
      RideRecord(
        id: Identifier("9f\"\u{2028}"), rider: Identifier("ann"),
        request: RideRequest(
          pickup: Waypoint(way[0], name: name), dropoff: Waypoint(way[2]), option: option),
        price: Money(currency: "AUD", minorUnits: 1234),
        timetable: driven == nil
          ? RideTimetable(requested: .noon, approach: 120, trip: 600)
          : RideTimetable(requested: .noon),
        seed: 7, approach: [way[1], way[0]], route: way, routeModel: model, driven: driven)
    }
    var cancelled = ride(.kangaroo, name: "Quay \\ 5", model: "")
    cancelled.cancelledAt = .noon + 30
    var searching = DrivenRecord(
      phase: .searching, plan: .init(tripSeconds: 600), searchedAt: .noon)
    let waiting = ride(.wallaroo, driven: searching)
    searching.phase = .assigned
    searching.driver = Identifier("bob")
    (searching.plan.name, searching.plan.model, searching.plan.plate) = ("Bob", "Mazda 2", "K 1")
    searching.plan.approachSeconds = 90
    var assigned = ride(.wallaroo, driven: searching)
    assigned.timetable.accepted = .noon + 5
    searching.phase = .ended
    (searching.ending, searching.fee) = (.noShow, 500)
    var ended = ride(.wallaroo, driven: searching)
    ended.timetable.accepted = .noon + 5
    ended.cancelledAt = .noon + 200
    return [ride(.wallabee), cancelled, waiting, assigned, ended]
  }()

  @Test(arguments: rides)
  func `A document has the bytes that the ride has as JSON`(record: RideRecord) throws {
    for seconds in [0.0, 8, 9, 70, 127, 128, 129, 172, 173, 174, 500, 773, 774, 5000] {
      let time = Date.noon + seconds
      let expected = try JSONCoding.encode(record.rideForRider(at: time))
      let document = try record.document(at: time)

      #expect(
        String(decoding: document, as: UTF8.self) == String(decoding: expected, as: UTF8.self))
    }
  }

  @Test(arguments: rides)
  func `A document without ways is the whole ride with those of an earlier one`(
    record: RideRecord
  ) throws {
    for seconds in [0.0, 8, 9, 70, 127, 128, 129, 172, 173, 174, 500, 773, 774, 5000] {
      let time = Date.noon + seconds
      let ride = try JSONCoding.decode(Ride.self, from: record.document(at: time))
      let short = try JSONCoding.decode(Ride.self, from: record.document(at: time, ways: false))

      #expect(short.route == [])
      #expect(short.approach == nil)
      #expect(short.taking(waysOf: ride) == ride)
    }
  }

  @Test func `The way of a car is not that of another one, or of none`() throws {
    let record = Self.rides[3]
    var other = record
    other.driven?.plan.plate = "K 2"
    let short = try JSONCoding.decode(
      Ride.self, from: record.document(at: .noon + 6, ways: false))

    #expect(short.taking(waysOf: other.ride(at: .noon + 6)) == nil)
    #expect(short.taking(waysOf: record.ride(at: .noon + 4)) == nil)
    #expect(short.taking(waysOf: record.ride(at: .noon + 5))?.approach == record.approach)
  }

  @Test func `Another driver's way is in the document at once`() throws {
    var record = Self.rides[3]
    _ = try record.document(at: .noon)
    record.approach = [Location(nearestTo: -33.9, 151.2), record.route[0]]

    #expect(
      try record.document(at: .noon + 6) == JSONCoding.encode(record.rideForRider(at: .noon + 6)))
  }
}
