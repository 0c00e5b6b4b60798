import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import CloudDomain

struct FleetTests {
  private static let points = [
    Location.operaHouse, Location(nearestTo: 0, 0), Location(nearestTo: 90, 0),
    Location(nearestTo: -90, 17), Location(nearestTo: 12, 180), Location(nearestTo: 12, -180),
    Location(nearestTo: 71.3, -156.8),
  ]

  @Test(arguments: points)
  func `Cars of each kind are near every point`(point: Location) {
    let cars = Fleet().cars(around: point, at: .noon)

    for kind in RideOptionKind.allCases {
      let nearest = cars.first { $0.option == kind }?.location.distance(to: point)
      #expect(nearest ?? .infinity < 5000)
    }
    let distances = cars.map { $0.location.distance(to: point) }
    #expect(distances == distances.sorted())
  }

  @Test(arguments: points)
  func `The same place and time give the same cars`(point: Location) {
    #expect(Fleet().cars(around: point, at: .noon) == Fleet().cars(around: point, at: .noon))
  }

  @Test func `Cars move as time passes, at the speed of the city`() {
    let before = Fleet().cars(around: .operaHouse, at: .noon)
    let after = Fleet().cars(around: .operaHouse, at: .noon + 10)

    #expect(Set(before).isDisjoint(with: after))
    for car in before {
      let moved = after.filter { $0.option == car.option }
        .map { $0.location.distance(to: car.location) }.min()
      #expect(moved ?? .infinity < 51)
    }
  }

  @Test func `Another ten minutes have other cars`() {
    let now = Fleet().cars(around: .operaHouse, at: .noon)
    let later = Fleet().cars(around: .operaHouse, at: .noon + 600)

    #expect(Set(now).isDisjoint(with: later))
  }
}
