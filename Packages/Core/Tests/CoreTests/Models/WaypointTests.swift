import Core
import CoreTesting
import FoundationEssentials
import Testing

struct WaypointTests {
  @Test(arguments: [Waypoint(.operaHouse, name: "Opera House"), Waypoint(.appleStore)])
  func `A waypoint is one flat object and comes back as it was`(waypoint: Waypoint) throws {
    let document = try JSONCoding.encode(waypoint)

    let numbers = try JSONCoding.decode([String: Scalar].self, from: document)
    #expect(numbers["latitude"]?.number == waypoint.location.latitude)
    #expect(try JSONCoding.decode(Waypoint.self, from: document) == waypoint)
  }

  private struct Scalar: Decodable {
    let number: Double?

    init(from decoder: any Decoder) throws {
      number = try? decoder.singleValueContainer().decode(Double.self)
    }
  }
}
