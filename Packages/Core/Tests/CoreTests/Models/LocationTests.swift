import Core
import CoreTesting
import FoundationEssentials
import Testing

struct LocationTests {
  @Test(arguments: [90.1, -90.1, .nan, .infinity])
  func `A latitude off the globe is refused`(latitude: Double) {
    #expect(throws: LocationError.self) {
      try Location(latitude: latitude, longitude: 0)
    }
  }

  @Test(arguments: [180.1, -180.1, .nan, .infinity])
  func `A longitude off the globe is refused`(longitude: Double) {
    #expect(throws: LocationError.self) {
      try Location(latitude: 0, longitude: longitude)
    }
  }

  @Test(arguments: [
    ("-33.858667,151.214028", -33.858667, 151.214028), ("90, -180", 90, -180), ("0,0", 0, 0),
  ])
  func `Two numbers in degrees are a location`(
    text: String, latitude: Double, longitude: Double
  ) throws {
    let location = try Location(parsing: text)

    #expect(location == (try Location(latitude: latitude, longitude: longitude)))
  }

  @Test(arguments: [
    "", ",", "1", "1,2,3", "1,,2", "north,2", "nan,1", "91,0", "0,181", "1;2", "0x1p4,3", "0X10,3",
  ])
  func `Anything else is no location`(text: String) {
    #expect(throws: LocationError.self) {
      try Location(parsing: text)
    }
  }

  @Test func `The distance between two places of Sydney is the arc between them`() {
    let distance = Location.operaHouse.distance(to: .appleStore)

    // Reference: the spherical law of cosines, another formula for the same arc.
    #expect(abs(distance - 1315.100263) < 0.001)
  }

  @Test func `Half the globe is the longest distance`() {
    let pole = Location(nearestTo: 90, 0)
    let otherPole = Location(nearestTo: -90, 0)

    #expect(abs(pole.distance(to: otherPole) - .pi * Location.earthRadius) < 0.001)
  }

  @Test(arguments: [(95.0, 0.0, 90.0, 0.0), (0, 190, 0, -170), (.nan, .infinity, 0, 0)])
  func `The nearest location is on the globe`(
    latitude: Double, longitude: Double, nearestLatitude: Double, nearestLongitude: Double
  ) throws {
    let nearest = try Location(latitude: nearestLatitude, longitude: nearestLongitude)

    #expect(Location(nearestTo: latitude, longitude) == nearest)
  }

  @Test func `A decoded location is checked too`() {
    let document = Array(#"{"latitude": 91, "longitude": 0}"#.utf8)

    #expect(throws: (any Error).self) {
      try JSONCoding.decode(Location.self, from: Data(document))
    }
  }
}
