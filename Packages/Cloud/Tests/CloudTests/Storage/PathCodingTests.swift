import CloudDomain
import Core
import CoreTesting
import Testing

@testable import Cloud
@testable import CloudStore

struct PathCodingTests {
  @Test func `A path comes back bit by bit`() {
    let path = [
      Location.operaHouse, Location(nearestTo: -90, 180), Location(nearestTo: 1 / 3, -0.0),
    ]

    #expect(PathCoding.decode(PathCoding.encode(path)) == path)
    #expect(PathCoding.encode(path).count == 48)
  }

  @Test(arguments: [
    [], [1], Array(repeating: UInt8(0), count: 17), Array(repeating: UInt8(0xFF), count: 16),
  ])
  func `Other bytes are no path`(bytes: [UInt8]) {
    #expect(PathCoding.decode(bytes) == nil)
  }
}
