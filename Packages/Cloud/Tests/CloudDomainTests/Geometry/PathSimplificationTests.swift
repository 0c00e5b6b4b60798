import Core
import Testing

@testable import CloudDomain

struct PathSimplificationTests {
  @Test func `Corners on a straight line are left out`() {
    let line = (0...100).map { Location(nearestTo: -33.86, 151.2 + Double($0) / 10_000) }

    #expect(PathSimplification.simplify(line) == [line[0], line[100]])
  }

  @Test func `Corners that bend the way stay`() {
    let bent = [
      Location(nearestTo: -33.86, 151.2), Location(nearestTo: -33.86, 151.21),
      Location(nearestTo: -33.87, 151.21), Location(nearestTo: -33.87, 151.2),
    ]

    #expect(PathSimplification.simplify(bent) == bent)
    #expect(PathSimplification.simplify([bent[0]]) == [bent[0]])
    #expect(PathSimplification.simplify([]) == [])
  }

  @Test func `A long way keeps no more corners than are sent, and both ends`() {
    let winding = (0..<20_000).map { number in
      Location(
        nearestTo: 47 + Double(number) / 10_000,
        9.5 + (number.isMultiple(of: 2) ? 0.001 : 0) + Double(number % 7) / 5000)
    }

    let kept = PathSimplification.simplify(winding)

    #expect(kept.count <= PathSimplification.mostCorners)
    #expect(kept.count > 1)
    #expect(kept.first == winding.first)
    #expect(kept.last == winding.last)
  }
}
