@testable import Terminal
import Testing

struct MapProjectionTests {
  private static let operaHouse = MapPoint(latitude: -33.858667, longitude: 151.214028)
  private static let store = MapPoint(latitude: -33.868781, longitude: 151.206645)

  @Test func `A degree of longitude is shorter than one of latitude by the cosine`() {
    let projection = MapProjection(
      center: MapPoint(latitude: 60, longitude: 10), metersPerDot: 1000, dotsWide: 101,
      dotsHigh: 101, dotAspect: 1)

    let east = projection.position(of: MapPoint(latitude: 60, longitude: 11))
    let north = projection.position(of: MapPoint(latitude: 61, longitude: 10))

    #expect(abs(east.x - 50 - 55.6) < 0.01)
    #expect(east.y == 50)
    #expect(abs(50 - north.y - 111.195) < 0.01)
  }

  @Test func `Dots that are taller than wide show more meters`() {
    let projection = MapProjection(
      center: MapPoint(latitude: 0, longitude: 0), metersPerDot: 1000, dotsWide: 1, dotsHigh: 1,
      dotAspect: 2)

    #expect(abs(projection.position(of: MapPoint(latitude: 1, longitude: 0)).y + 55.597) < 0.01)
  }

  @Test(arguments: [(1, 1), (2, 4), (20, 8), (160, 96), (400, 200), (3, 300)])
  func `Every point that has to fit is on the grid`(wide: Int, high: Int) {
    for aspect in [1.0, 2] {
      let points = [Self.operaHouse, Self.store]
      let projection = MapProjection.fitting(
        points, dotsWide: wide, dotsHigh: high, dotAspect: aspect)

      for point in points {
        guard let dot = projection.dot(of: point) else {
          Issue.record("outside of \(wide)×\(high)")
          continue
        }
        let exact = projection.position(of: point)
        #expect(abs(Double(dot.x) - exact.x) <= 0.5)
        #expect(abs(Double(dot.y) - exact.y) <= 0.5)
      }
    }
  }

  @Test func `A single point lies in the middle and shows its surroundings`() {
    let projection = MapProjection.fitting(
      [Self.operaHouse], dotsWide: 101, dotsHigh: 101, dotAspect: 1)

    #expect(projection.dot(of: Self.operaHouse).map { [$0.x, $0.y] } == [50, 50])
    #expect(abs(projection.metersPerDot * 101 - 200) < 0.001)
  }

  @Test func `Points on both sides of the antimeridian are neighbors`() {
    let projection = MapProjection.fitting(
      [MapPoint(latitude: 0, longitude: 179.9), MapPoint(latitude: 0, longitude: -179.9)],
      dotsWide: 100, dotsHigh: 10, dotAspect: 1)

    #expect(projection.metersPerDot < 300)
    #expect(abs(abs(projection.center.longitude) - 180) < 0.001)
  }

  @Test(arguments: [
    [], [MapPoint(latitude: .nan, longitude: 0)], [MapPoint(latitude: 0, longitude: .infinity)],
    [MapPoint(latitude: 90, longitude: 0), MapPoint(latitude: -90, longitude: 180)],
    [MapPoint(latitude: 1e300, longitude: -1e300)],
  ])
  func `No points and impossible ones give a usable projection`(points: [MapPoint]) {
    let projection = MapProjection.fitting(points, dotsWide: 10, dotsHigh: 10, dotAspect: 1)

    #expect(projection.metersPerDot.isFinite && projection.metersPerDot > 0)
    for point in points { _ = projection.dot(of: point) }
  }
}
