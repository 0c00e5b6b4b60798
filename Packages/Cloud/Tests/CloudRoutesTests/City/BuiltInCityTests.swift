import Basics
import CloudDomain
import Core
import CoreTesting
import Testing

@testable import CloudRoutes

struct BuiltInCityTests {
  private let city = BuiltInCity()

  /// A point in the middle of the city.
  private static func point(_ numbers: inout SplitMix64) -> Location {
    Location(nearestTo: -33.9 + 0.07 * numbers.nextPart(), 151.175 + 0.075 * numbers.nextPart())
  }

  @Test func `There is a city around the default location`() {
    #expect(city.streets.count > 500)
    #expect(city.corners.allSatisfy(BuiltInCity.contains))
    #expect(Set(city.streets.compactMap(\.name)).count > 100)
    #expect(city.areas.map(\.kind).contains(.park))
    #expect(city.places.allSatisfy { BuiltInCity.contains($0.location) && !$0.name.isEmpty })
    #expect(BuiltInCity.contains(.defaultLocation))
  }

  @Test func `Cars get from everywhere to everywhere, on streets alone`() throws {
    var numbers = SplitMix64(1)
    for _ in 0..<100 {
      let (start, end) = (Self.point(&numbers), Self.point(&numbers))
      let way = try #require(city.way(from: start, to: end))

      #expect(way.first == start)
      #expect(way.last == end)
      for corner in way.dropFirst().dropLast() {
        #expect(city.onStreet(corner).distance(to: corner) < 1)
      }
      // Between two corners as well: half way there is a street, but for what was left out of bends.
      for (a, b) in zip(way.dropFirst(), way.dropFirst(2).dropLast()) {
        let middle = Location(
          nearestTo: (a.latitude + b.latitude) / 2, (a.longitude + b.longitude) / 2)
        #expect(city.onStreet(middle).distance(to: middle) < 3)
      }
    }
  }

  /// The cheapest way without any hint where the end is, found in the simplest manner.
  private func leastCosts(from start: Int32) -> [Double] {
    var costs = [Double](repeating: .infinity, count: city.corners.count)
    costs[Int(start)] = 0
    var isChanging = true
    while isChanging {
      isChanging = false
      for segment in city.segments {
        let cost = StreetGraph.cost(of: segment, city.points)
        for (a, b) in [(segment.start, segment.end), (segment.end, segment.start)]
        where costs[Int(a)] + cost < costs[Int(b)] {
          costs[Int(b)] = costs[Int(a)] + cost
          isChanging = true
        }
      }
    }
    return costs
  }

  @Test func `No other way costs less`() throws {
    var numbers = SplitMix64(2)
    let costs = Dictionary(
      city.segments.map { ([$0.start, $0.end].sorted(), StreetGraph.cost(of: $0, city.points)) },
      uniquingKeysWith: min)
    for _ in 0..<5 {
      let start = Int32(numbers.next(below: city.corners.count))
      let least = leastCosts(from: start)
      #expect(!least.contains(.infinity))
      for _ in 0..<40 {
        let end = Int32(numbers.next(below: city.corners.count))
        let way = try #require(
          city.graph.way(from: [(start, 0)], to: [(end, 0)]))
        let cost = zip(way, way.dropFirst()).reduce(0) { $0 + (costs[[$1.0, $1.1].sorted()] ?? 0) }
        #expect((way.first, way.last) == (start, end))
        #expect(abs(cost - least[Int(end)]) < 1e-6)
      }
    }
  }

  @Test func `One search finds the ways of all cars, and none costs more than its own`() throws {
    var numbers = SplitMix64(3)
    func location() -> Location {
      // Some are outside.
      Location(
        nearestTo: -33.91 + 0.09 * numbers.nextPart(), 151.165 + 0.095 * numbers.nextPart())
    }
    var found = 0
    for _ in 0..<30 {
      let (point, cars) = (location(), (0..<9).map { _ in location() })
      for (car, way) in zip(cars + [point], city.ways(from: cars + [point], to: point)) {
        let alone = city.way(from: car, to: point)
        #expect((way == nil) == (alone == nil))
        guard let way, let alone else { continue }
        found += 1
        #expect((way.first, way.last) == (car, point))
        // Two ways may cost the same and have other lengths.
        #expect(abs(way.legs.reduce(0, +) - alone.legs.reduce(0, +)) < 100)
      }
    }
    #expect(found > 100)
  }

  @Test func `Only motorways cross the water`() throws {
    let rings = city.areas.filter { $0.kind == .water }.flatMap(\.rings).map(\.points)
    for segment in city.segments where segment.kind != .motorway {
      let (a, b) = (city.corners[Int(segment.start)], city.corners[Int(segment.end)])
      let middle = Location(
        nearestTo: (a.latitude + b.latitude) / 2, (a.longitude + b.longitude) / 2)
      let count = rings.reduce(0) { $0 + crossings(of: $1, middle) }
      #expect(count.isMultiple(of: 2), "\(middle)")
    }
  }

  /// How often a line to the east of a point crosses a ring.
  private func crossings(of ring: [Location], _ point: Location) -> Int {
    zip(ring, ring.dropFirst()).count { a, b in
      guard (a.latitude > point.latitude) != (b.latitude > point.latitude) else { return false }
      let part = (point.latitude - a.latitude) / (b.latitude - a.latitude)
      return a.longitude + (b.longitude - a.longitude) * part > point.longitude
    }
  }

  @Test func `The squares of the map have all streets, and those alone`() {
    let northWest = MapTileAddress(containing: Location(nearestTo: -33.827, 151.171), zoom: 14)
    let southEast = MapTileAddress(containing: Location(nearestTo: -33.906, 151.256), zoom: 14)
    let tiles = (northWest.x...southEast.x).flatMap { x in
      (northWest.y...southEast.y).map { city.tile(MapTileAddress(zoom: 14, x: x, y: $0)) }
    }
    let drawn = Set(
      tiles.flatMap(\.streets).flatMap { street in
        zip(street.line.points, street.line.points.dropFirst()).map { [$0, $1] }
      })
    let streets = Set(
      city.segments.map { [city.corners[Int($0.start)], city.corners[Int($0.end)]] })

    #expect(drawn == streets)
    #expect(tiles.flatMap(\.places).count == city.places.count)
  }

  @Test func `From afar the main streets are shown`() {
    func kinds(_ zoom: Int) -> Set<MapTile.StreetClass> {
      let square = MapTileAddress(containing: .defaultLocation, zoom: zoom)
      return Set(city.tile(square).streets.map(\.kind))
    }

    #expect(kinds(12) == [.motorway, .major])
    #expect(kinds(13) == [.motorway, .major, .collector])
    #expect(kinds(14) == [.motorway, .major, .collector, .local])
  }

  @Test func `Water in a square ends a little outside of it`() throws {
    let square = MapTileAddress(containing: .operaHouse, zoom: 14)
    let (northWest, southEast) = square.bounds
    let water = try #require(city.tile(square).areas.first { $0.kind == .water })

    let points = water.rings.flatMap(\.points)
    let margin = 0.06 * (southEast.longitude - northWest.longitude)
    #expect(points.count > 10)
    #expect(
      points.allSatisfy { point in
        point.longitude > northWest.longitude - margin
          && point.longitude < southEast.longitude + margin
          && point.latitude < northWest.latitude + margin
          && point.latitude > southEast.latitude - margin
      })
    #expect(water.rings.allSatisfy { $0.points.first == $0.points.last })
  }

  @Test func `Outside there is nothing, and trips go along the grid`() async throws {
    let vaduz = Location(nearestTo: 47.141, 9.5209)
    let model = BuiltInRouteModel()

    #expect(city.tile(MapTileAddress(containing: vaduz, zoom: 14)) == MapTile())
    #expect(city.way(from: .operaHouse, to: vaduz) == nil)
    #expect(city.onStreet(vaduz) == vaduz)
    #expect(try await model.route(from: .operaHouse, to: .appleStore).model == "city")
    #expect(try await model.route(from: .operaHouse, to: vaduz).model == "street-grid")
  }
}
