import Terminal
import TerminalTesting
import Testing

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
    route: MapView.streetRoute(from: operaHouse, to: store))

  @Test(arguments: [
    (80, 24, true), (40, 12, true), (12, 4, true), (80, 24, false), (40, 12, false),
  ])
  func `The map looks as it should`(columns: Int, rows: Int, isUnicode: Bool) throws {
    let frame = drawn(columns, rows, isUnicode: isUnicode)

    let name = "map-\(columns)x\(rows)-\(isUnicode ? "unicode" : "ascii")"
    try GoldenFrames().check(frame, name)
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

  @Test func `The scale goes to another corner when a marker needs its own`() {
    let south = MapPoint(latitude: -33.868781, longitude: 151.2000)
    let north = MapPoint(latitude: -33.858667, longitude: 151.214028)
    let map = MapView(
      markers: [MapMarker(.pickup, at: north), MapMarker(.dropoff, at: south, label: "South")])
    for rows in 4...40 {
      var frame = Frame(size: TerminalSize(columns: 40, rows: rows))
      map.draw(in: &frame, frame.region)

      #expect(frame.text.contains("◆ South"))
      #expect(frame.text.contains(#/├─*┤ [0-9.]+ k?m/#), "\(rows) rows")
    }
  }

  @Test func `The route is drawn along the streets within one dot`() {
    let bare = MapView(route: map.route, streetSpacing: nil)
    let region = Region(columns: 60, rows: 20)
    let projection = bare.projection(for: region, isUnicode: true)
    var frame = Frame(size: TerminalSize(columns: 60, rows: 20))
    bare.draw(in: &frame, region)

    let corners = bare.route.map(projection.position)
    for (x, y) in dots(of: frame) {
      let isOnFirst = abs(Double(y) - corners[0].y) <= 1
      let isOnSecond = abs(Double(x) - corners[1].x) <= 1
      #expect(isOnFirst || isOnSecond)
    }
    #expect(dots(of: frame).count > 60)
  }

  @Test(arguments: [
    (ColorLevel.none, ""), (.sixteen, "\u{1B}[94m"), (.palette, "\u{1B}[38;5;69m"),
    (.full, "\u{1B}[38;2;66;133;244m"),
  ])
  func `The route has the colour that the terminal can show`(level: ColorLevel, sequence: String) {
    let frame = drawn(80, 24, isUnicode: true)
    let route = (0..<24).flatMap { row in (0..<80).map { frame[$0, row] } }
      .first { $0.style.foreground == .rgb(66, 133, 244) }

    #expect(route.map { Styled("x", $0.style).rendered(level).contains(sequence) } == true)
  }

  @Test func `The facts say the same in words`() {
    #expect(
      map.facts.map(\.text) == [
        "Pick-up Opera House",
        "Drop-off Apple Store: 1.3 km south-west of the pick-up",
        "Car: 400 m west of the pick-up",
        "Your car: 810 m south-east of the pick-up",
        "Route: 1.8 km",
      ])
  }

  @Test func `A car at the pick-up point is said to be there`() {
    let map = MapView(
      markers: [MapMarker(.pickup, at: Self.operaHouse), MapMarker(.ownCar, at: Self.operaHouse)])

    #expect(map.facts.map(\.text) == ["Pick-up", "Your car: at the pick-up"])
  }

  @Test func `Impossible points and labels disturb nothing`() {
    let map = MapView(
      markers: [
        MapMarker(.pickup, at: MapPoint(latitude: .nan, longitude: 0)),
        MapMarker(.car, at: Self.operaHouse, label: "\u{1B}[2J\u{202E}evil"),
        MapMarker(.place, at: MapPoint(latitude: 1e308, longitude: -1e308)),
      ],
      route: [Self.operaHouse, MapPoint(latitude: .infinity, longitude: 0), Self.store],
      streetSpacing: .leastNonzeroMagnitude)
    var frame = Frame(size: TerminalSize(columns: 40, rows: 10))

    map.draw(in: &frame, Region(columns: 40, rows: 10))

    #expect(frame.text.contains("▴ evil"))
    #expect(map.facts.allSatisfy { !$0.text.contains("\u{1B}") })
  }

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
}
