import Terminal
import TerminalTesting
import Testing

@testable import Terminal

struct MapGroundTests {
  private static let operaHouse = MapPoint(latitude: -33.858667, longitude: 151.214028)
  private static let store = MapPoint(latitude: -33.868781, longitude: 151.206645)

  private func drawn(
    _ map: MapView, _ columns: Int = 80, _ rows: Int = 24, isUnicode: Bool = true,
    _ background: TerminalBackground? = .dark
  ) -> Frame {
    var frame = Frame(size: TerminalSize(columns: columns, rows: rows), isUnicode: isUnicode)
    frame.background = background
    map.draw(in: &frame, frame.region)
    return frame
  }

  private let map = MapView(ground: .sample, focus: [operaHouse, store])

  /// The pictures of the map at the usual sizes, dark and light.
  @Test(arguments: [(80, 24), (120, 40), (200, 60)], PictureTheme.allCases)
  func `The map is a town by the sea`(size: (Int, Int), theme: PictureTheme) throws {
    var trip = map
    trip.route = [
      Self.operaHouse, MapPoint(latitude: Self.store.latitude, longitude: 151.2145), Self.store,
    ]
    let frame = drawn(trip, size.0, size.1, theme == .dark ? .dark : .light)

    try GoldenFrames().check(frame.svg(theme), "town-\(size.0)x\(size.1)-\(theme)", kind: "svg")
  }

  @Test(arguments: [false, true])
  func `Without fixed colors it is one, too`(isUnicode: Bool) throws {
    let frame = drawn(map, isUnicode: isUnicode, nil)

    try GoldenFrames().check(frame, isUnicode ? "town-unknown" : "town-ascii")
  }

  @Test func `A street is a line without gaps`() throws {
    let street = MapGround.Street(kind: .major, name: "", points: [Self.store, Self.operaHouse])
    let frame = drawn(
      MapView(ground: MapGround(streets: [street]), focus: [Self.operaHouse, Self.store]))
    let rows = frame.lines.dropLast().map { line in line.contains { $0 != " " } }
    let drawn = try #require(rows.firstIndex(of: true))...(rows.lastIndex(of: true) ?? 0)

    #expect(drawn.count > 12)
    #expect(rows[drawn].allSatisfy { $0 })
  }

  @Test(arguments: [
    (MapGround.StreetClass.local, 800.0, true), (.local, 4000, false), (.collector, 4000, true),
    (.collector, 9000, false), (.major, 9000, true), (.major, 30000, false),
    (.motorway, 30000, true),
  ])
  func `The farther, the fewer streets`(
    kind: MapGround.StreetClass, meters: Double, isShown: Bool
  ) {
    let reach = meters / 2 / 111_195
    let ends = [-1.0, 1].map { side in
      MapPoint(latitude: -33.86, longitude: 151.21 + side * reach)
    }
    let ground = MapGround(streets: [MapGround.Street(kind: kind, name: "", points: ends)])
    let lines = drawn(MapView(ground: ground, focus: ends)).lines

    #expect(lines.dropLast().contains { $0.contains { $0 != " " } } == isShown)
  }

  @Test func `Water is filled, with land in its holes, and its coast is a line`() {
    func square(_ size: Double) -> [MapPoint] {
      // No side runs along a meridian, as those of squares of the map do.
      [(-1.0, -1.0), (-1.01, 1), (1, 1.01), (1.01, -1.01), (-1, -1)].map { north, east in
        MapPoint(latitude: north * size, longitude: east * size)
      }
    }
    let lake = MapGround(
      areas: [MapGround.Area(isWater: true, rings: [square(0.01), square(0.003)])])
    let view = MapView(
      ground: lake,
      focus: [
        MapPoint(latitude: -0.02, longitude: -0.02), MapPoint(latitude: 0.02, longitude: 0.02),
      ])
    let frame = drawn(view, 60, 30)
    func isWater(_ column: Int, _ row: Int) -> Bool { frame[column, row].style.background != nil }

    let filled = (0..<30).map { row in (0..<60).count { isWater($0, row) } }
    #expect(filled[0] == 0 && filled[29] == 0)
    #expect(!isWater(30, 15))
    #expect(isWater(30, 9))
    #expect(filled.max() ?? 0 > 20)
    #expect(frame.text.contains { ("\u{2801}"..."\u{28FF}").contains($0) })
    let plain = drawn(view, 60, 30, isUnicode: false, nil)
    #expect(plain[30, 9].character == "~")
    #expect(plain[30, 15].character == " ")
    #expect(!plain.text.contains("\u{2801}"))
  }

  @Test func `The straight sides of the squares of a map are no coast`() {
    let square = [(-1.0, -1.0), (-1, 1), (1, 1), (1, -1), (-1, -1)].map { north, east in
      MapPoint(latitude: north * 0.01, longitude: east * 0.01)
    }
    let view = MapView(
      ground: MapGround(areas: [MapGround.Area(isWater: true, rings: [square])]),
      focus: [
        MapPoint(latitude: -0.02, longitude: -0.02), MapPoint(latitude: 0.02, longitude: 0.02),
      ])

    #expect(!drawn(view).text.contains { ("\u{2801}"..."\u{28FF}").contains($0) })
  }

  @Test func `Names are whole, and hide neither one another nor the route`() {
    var places: [MapGround.Place] = []
    for number in 0..<60 {
      let (north, east) = (Double(number % 8), Double(number / 8))
      places.append(
        MapGround.Place(
          kind: number.isMultiple(of: 3) ? .landmark : .town, name: "Name\(number)X",
          point: MapPoint(latitude: -33.870 + 0.0015 * north, longitude: 151.204 + 0.0015 * east)))
    }
    var ground = MapGround.sample
    ground.places = places
    let route = [Self.operaHouse, Self.store]
    for columns in [30, 80, 200] {
      let bare = drawn(MapView(route: route, focus: route), columns, columns / 3)
      let named = drawn(MapView(route: route, ground: ground, focus: route), columns, columns / 3)
      let names = named.text.matches(of: #/Name[0-9]+X?/#).map(\.output)

      #expect(names.allSatisfy { $0.hasSuffix("X") })
      #expect(Set(names).count == names.count)
      #expect(names.count > 1)
      let style = MapPalette(background: .dark, hasRoute: true).style(of: .route)
      for row in 0..<columns / 3 {
        for column in 0..<columns where bare[column, row].style.foreground == style.foreground {
          #expect(named[column, row].style.foreground == style.foreground)
        }
      }
    }
  }

  @Test func `The name of a street stands on its longest piece`() {
    let street = MapGround.Street(
      kind: .collector, name: "Main Street",
      points: [(-0.010, -0.010), (-0.010, -0.004), (0.004, -0.004), (0.004, 0.012)].map {
        MapPoint(latitude: $0.0, longitude: $0.1)
      })
    let frame = drawn(
      MapView(
        ground: MapGround(streets: [street]),
        focus: [
          MapPoint(latitude: -0.01, longitude: -0.01), MapPoint(latitude: 0.01, longitude: 0.01),
        ]))
    let rows = frame.lines.indices.filter { frame.lines[$0].contains("Main Street") }

    #expect(rows.count == 1)
    // The northern piece is longer than the southern one.
    #expect(rows[0] < 12)
  }

  @Test(arguments: [(60, "© OpenStreetMap contributors"), (40, "© OpenStreetMap"), (20, "")])
  func `The source is named beside the scale where there is room`(columns: Int, credit: String) {
    let lines = drawn(map, columns, 20).lines

    #expect(lines[19].contains("├"))
    #expect(lines[19].contains(" m \(credit)"))
    #expect(credit.isEmpty == !lines[19].contains("OpenStreetMap"))
  }

  @Test func `A map that is moved by a cell is the same picture, moved`() {
    var ground = MapGround.sample
    ground.places = []
    ground.streets = ground.streets.map { street in
      MapGround.Street(kind: street.kind, name: "", points: street.points)
    }
    let focus = [Self.operaHouse, Self.store]
    let view = MapView(ground: ground, focus: focus)
    let (northWest, southEast) = view.projection(
      for: Region(columns: 80, rows: 24), isUnicode: true
    ).corners
    let column = (southEast.longitude - northWest.longitude) / 80
    let before = drawn(view)
    let after = drawn(
      MapView(
        ground: ground,
        focus: focus.map { MapPoint(latitude: $0.latitude, longitude: $0.longitude - 4 * column) }))

    let differences = (0..<20).flatMap { row in
      (10..<70).filter { before[$0, row] != after[$0 + 4, row] }.map { "\($0) \(row)" }
    }
    #expect(differences == [])
  }

  @Test func `The streets of a way are told in their order`() {
    let names = MapGround.sample.streetNames(
      along: [
        MapPoint(latitude: -33.8618, longitude: 151.2030),
        MapPoint(latitude: -33.8618, longitude: 151.2121),
        MapPoint(latitude: -33.868781, longitude: 151.2121), Self.store,
      ])

    #expect(names == ["Long Street", "High Street", "Short Street"])
    #expect(MapGround.sample.streetNames(along: []) == [])
    #expect(MapGround().streetNames(along: [Self.store, Self.operaHouse]) == [])
  }
}
