import Glibc
@testable import Terminal
import TerminalTesting
import Testing

extension MapMarker.Kind {
  fileprivate static let place = MapMarker.Kind(
    "Place", symbol: "○", plainSymbol: "o", style: .accent)
  fileprivate static let car = MapMarker.Kind(
    "Car", symbol: "▴", plainSymbol: "c", style: Style(foreground: .yellow), priority: 1)
  fileprivate static let ownCar = MapMarker.Kind(
    "Your car", symbol: "▲", plainSymbol: "C", style: Style(foreground: .yellow, isBold: true),
    priority: 2)
  fileprivate static let dropoff = MapMarker.Kind(
    "Drop-off", symbol: "◆", plainSymbol: "D", style: Style(foreground: .red, isBold: true),
    priority: 3)
  fileprivate static let pickup = MapMarker.Kind(
    "Pick-up", symbol: "●", plainSymbol: "P", style: Style(foreground: .green, isBold: true),
    priority: 4)
}

struct MapViewTests {
  private static let operaHouse = MapPoint(latitude: -33.858667, longitude: 151.214028)
  private static let store = MapPoint(latitude: -33.868781, longitude: 151.206645)

  private let map = MapView(
    markers: [
      MapMarker(.pickup, at: operaHouse, label: "Opera House"),
      MapMarker(.dropoff, at: store, label: "Apple Store"),
      MapMarker(.car, at: MapPoint(latitude: -33.8600, longitude: 151.2100)),
      MapMarker(.ownCar, at: MapPoint(latitude: -33.8640, longitude: 151.2200)),
    ],
    route: [
      operaHouse, MapPoint(latitude: store.latitude, longitude: operaHouse.longitude), store,
    ],
    ground: .sample)

  @Test(arguments: [
    (80, 24, true), (40, 12, true), (12, 4, true), (80, 24, false), (40, 12, false),
  ])
  func `The map looks as it should`(columns: Int, rows: Int, isUnicode: Bool) throws {
    let frame = drawn(columns, rows, isUnicode: isUnicode)

    let name = "map-\(columns)x\(rows)-\(isUnicode ? "unicode" : "ascii")"
    try GoldenFrames().check(frame, name)
  }

  /// The control sequences, one row of cells after the other, with the escape character to be read.
  @Test(arguments: ColorLevel.allCases)
  func `The map is sent in the colors that the terminal has`(level: ColorLevel) throws {
    let sent = FrameRenderer.text(from: nil, to: drawn(60, 16, isUnicode: true), color: level)
      .replacing("\u{1B}", with: "␛").replacing(#/␛\[\d+;\d+H/#) { "\n\($0.output)" }

    try GoldenFrames().check(sent + "\n", "map-\(level)")
  }

  @Test func `Every marker stands in the cell of its dot at any size`() {
    for isUnicode in [true, false] {
      for columns in [1, 2, 7, 30, 80, 200] {
        for rows in [1, 2, 5, 24, 60] {
          let region = Region(columns: columns, rows: rows)
          let projection = map.projection(for: region, isUnicode: isUnicode)
          let frame = drawn(columns, rows, isUnicode: isUnicode)
          // The pick-up point is drawn last, so nothing hides it.
          let exact = projection.position(of: Self.operaHouse)
          let cell = isUnicode ? (wide: 2.0, high: 4.0) : (wide: 1, high: 1)
          let column = Int(((exact.x + 0.5) / cell.wide).rounded(.down))
          let row = Int(((exact.y + 0.5) / cell.high).rounded(.down))
          #expect(frame[column, row].character == (isUnicode ? "●" : "P"))
        }
      }
    }
  }

  @Test func `The scale keeps its corner, whatever comes there`() {
    let south = MapPoint(latitude: -33.868781, longitude: 151.2000)
    let north = MapPoint(latitude: -33.858667, longitude: 151.214028)
    let map = MapView(
      markers: [MapMarker(.pickup, at: north), MapMarker(.dropoff, at: south, label: "South")])
    for rows in 4...40 {
      var frame = Frame(size: TerminalSize(columns: 40, rows: rows))
      map.draw(in: &frame, frame.region)

      #expect(frame.text.contains("South"))
      let last = frame.lines[rows - 1]
      #expect(last.first == "├" || last.first == "◆")
      #expect(last.contains("┤"), "\(rows) rows")
    }
  }

  @Test func `Points that come closer do not make the map larger forever`() {
    for meters in [10.0, 1, 0] {
      let near = MapPoint(
        latitude: Self.operaHouse.latitude + meters / 111_195, longitude: Self.operaHouse.longitude)
      let map = MapView(focus: [Self.operaHouse, near])
      var frame = Frame(size: TerminalSize(columns: 80, rows: 24))
      map.draw(in: &frame, frame.region)

      #expect(frame.text.contains("┤ 100 m"))
    }
  }

  @Test(arguments: [
    MapPoint(latitude: -33.868781, longitude: 151.214028),
    MapPoint(latitude: -33.8673, longitude: 151.2122),
    MapPoint(latitude: -33.8600, longitude: 151.2050),
  ])
  func `The route is drawn within one dot`(turn: MapPoint) {
    let bare = MapView(route: [Self.operaHouse, turn, Self.store])
    let region = Region(columns: 60, rows: 20)
    let projection = bare.projection(for: region, isUnicode: true)
    var frame = Frame(size: TerminalSize(columns: 60, rows: 20))
    bare.draw(in: &frame, region)

    let corners = bare.route.map(projection.position)
    for (x, y) in dots(of: frame) {
      let distances = zip(corners, corners.dropFirst()).map { leg in
        Self.distance(from: (Double(x), Double(y)), to: leg)
      }
      // The line is two dots wide.
      #expect((distances.min() ?? .infinity) <= 2)
    }
    #expect(dots(of: frame).count > 60)
  }

  @Test(arguments: [
    (ColorLevel.none, ""), (.sixteen, "\u{1B}[1m"), (.palette, "\u{1B}[1;38;5;135m"),
    (.full, "\u{1B}[1;38;2;175;95;255m"),
  ])
  func `The route has the color that the terminal can show`(level: ColorLevel, sequence: String) {
    let frame = drawn(80, 24, isUnicode: true)
    let route = (0..<24).flatMap { row in (0..<80).map { frame[$0, row] } }
      .first { $0.style == MapPalette(background: nil, hasRoute: true).style(of: .route) }

    #expect(route.map { Styled("x", $0.style).rendered(level).contains(sequence) } == true)
  }

  @Test(arguments: [(80, 24), (40, 12), (30, 8), (120, 40), (200, 60)], [true, false])
  func `Labels are whole, and the ends of the route are seen`(size: (Int, Int), isUnicode: Bool) {
    let corner = MapPoint(latitude: Self.store.latitude, longitude: Self.operaHouse.longitude)
    for part in stride(from: 0.0, through: 1, by: 0.1) {
      // A driver on the way to the pick-up point, and at last beside it.
      let driver = MapPoint(
        latitude: corner.latitude + (Self.operaHouse.latitude - corner.latitude) * part,
        longitude: corner.longitude)
      let map = MapView(
        markers: [
          MapMarker(.pickup, at: Self.operaHouse, label: "You"),
          MapMarker(.dropoff, at: Self.store, label: "Opera House"),
          MapMarker(.ownCar, at: driver, label: "Sofia"),
        ], route: [Self.operaHouse, corner, Self.store])
      var frame = Frame(
        size: TerminalSize(columns: size.0, rows: size.1), isUnicode: isUnicode)
      map.draw(in: &frame, frame.region)
      // Of the three names no part is left over.
      var rest = frame.text
      for name in ["You", "Opera House", "Sofia"] { rest = rest.replacing(name, with: "") }

      #expect(!rest.contains(#/[abd-jln-z]{2}/#), "\(part)\n\(frame.text)")
      #expect(frame.text.contains(isUnicode ? "◆" : "D"))
    }
  }

  @Test func `The facts say the same in words`() {
    #expect(
      map.facts(distance: meters).map(\.text) == [
        "Pick-up: Opera House",
        "Drop-off Apple Store: 1315 m south-west of the pick-up",
        "Car: 400 m west of the pick-up",
        "Your car: 810 m south-east of the pick-up",
        "Route: 1806 m, along Short Street",
        "Map data: © OpenStreetMap contributors",
      ])
  }

  @Test func `A car at the pick-up point is said to be there`() {
    let map = MapView(
      markers: [MapMarker(.pickup, at: Self.operaHouse), MapMarker(.ownCar, at: Self.operaHouse)])

    #expect(map.facts(distance: meters).map(\.text) == ["Pick-up", "Your car: at the pick-up"])
  }

  @Test func `Impossible points and labels disturb nothing`() {
    let map = MapView(
      markers: [
        MapMarker(.pickup, at: MapPoint(latitude: .nan, longitude: 0)),
        MapMarker(.car, at: Self.operaHouse, label: "\u{1B}[2J\u{202E}evil"),
        MapMarker(.place, at: MapPoint(latitude: 1e308, longitude: -1e308)),
      ],
      route: [Self.operaHouse, MapPoint(latitude: .infinity, longitude: 0), Self.store],
      ground: MapGround(
        streets: [
          MapGround.Street(
            kind: .major, name: "\u{1B}[2J",
            points: [
              MapPoint(latitude: .nan, longitude: 0), MapPoint(latitude: 1e300, longitude: -1e300),
              Self.operaHouse,
            ]), MapGround.Street(kind: .major, name: "Nowhere", points: []),
        ],
        areas: [
          MapGround.Area(
            isWater: true,
            rings: [
              [], [Self.operaHouse],
              [
                MapPoint(latitude: .infinity, longitude: 1), Self.operaHouse,
                MapPoint(latitude: .infinity, longitude: 1),
              ],
            ])
        ],
        places: [
          MapGround.Place(kind: .landmark, name: "\u{9B}2J", point: Self.operaHouse),
          MapGround.Place(
            kind: .water, name: "Nowhere", point: MapPoint(latitude: .nan, longitude: 0)),
        ]))
    var frame = Frame(size: TerminalSize(columns: 40, rows: 10))

    map.draw(in: &frame, Region(columns: 40, rows: 10))

    #expect(frame.text.contains("▴ evil"))
    #expect(!frame.text.contains("\u{1B}") && !frame.text.contains("\u{9B}"))
    #expect(map.facts(distance: meters).allSatisfy { !$0.text.contains("\u{1B}") })
  }

  private func meters(_ distance: Double) -> String { "\(Int(distance.rounded())) m" }

  private func drawn(_ columns: Int, _ rows: Int, isUnicode: Bool) -> Frame {
    var frame = Frame(size: TerminalSize(columns: columns, rows: rows), isUnicode: isUnicode)
    map.draw(in: &frame, frame.region)
    return frame
  }

  /// The dots of the braille characters in a frame.
  private func dots(of frame: Frame) -> [(x: Int, y: Int)] {
    let bits: [UInt32] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]
    return (0..<frame.size.rows).flatMap { row in
      (0..<frame.size.columns).flatMap { column in
        let value = frame[column, row].character.unicodeScalars.first?.value ?? 0
        guard (0x2800...0x28FF).contains(value) else { return [(x: Int, y: Int)]() }
        return bits.indices.filter { (value - 0x2800) & bits[$0] != 0 }
          .map { (column * 2 + $0 % 2, row * 4 + $0 / 2) }
      }
    }
  }

  /// The distance of a point from a straight line between two others.
  private static func distance(
    from point: (x: Double, y: Double),
    to leg: ((x: Double, y: Double), (x: Double, y: Double))
  ) -> Double {
    let (dx, dy) = (leg.1.x - leg.0.x, leg.1.y - leg.0.y)
    let square = dx * dx + dy * dy
    let part = square == 0 ? 0 : ((point.x - leg.0.x) * dx + (point.y - leg.0.y) * dy) / square
    let nearest = min(1, max(0, part))
    let (x, y) = (leg.0.x + dx * nearest - point.x, leg.0.y + dy * nearest - point.y)
    return (x * x + y * y).squareRoot()
  }
}
