import BenchmarkKit
import Terminal

extension Rows {
  /// The cost of drawing on a terminal of 120 columns and 40 rows, up to the bytes that are written.
  static let screens = [mapFrame, draggedMap, keystroke]

  private static let mapFrame = Benchmark.pairedWaiting(
    "draw a frame of the map, the car has moved", target: "≤ 4 ms",
    prepare: { _ in await Picture() }, floor: { await $0.fill() }, work: { await $0.drawMap() })

  private static let draggedMap = Benchmark.pairedWaiting(
    "draw a frame of a city of 4 000 blocks at 200 × 60, dragged", target: "≤ 33 ms (30 a second)",
    prepare: { _ in await Picture(size: TerminalSize(columns: 200, rows: 60)) },
    floor: { await $0.fill() }, work: { await $0.dragMap() })

  private static let keystroke = Benchmark.pairedWaiting(
    "a key in a search field, its list drawn again", target: "≤ 4 ms",
    prepare: { _ in await Picture() }, floor: { await $0.fill() }, work: { await $0.press() })
}

/// The frame that is shown, and the next one.
@MainActor
private final class Picture {
  private static let operaHouse = MapPoint(latitude: -33.858667, longitude: 151.214028)
  private static let store = MapPoint(latitude: -33.868781, longitude: 151.206645)
  private static let place = MapMarker.Kind(
    "Place", symbol: "●", plainSymbol: "P", style: Style(foreground: .green), priority: 1)
  private static let car = MapMarker.Kind(
    "Car", symbol: "▲", plainSymbol: "C", style: Style(foreground: .yellow))

  private let text = Sink<String>()
  private let size: TerminalSize
  private var shown: Frame?
  private var step = 0
  private let field = TextField()
  private let list = SelectList((0..<100).map { "Corington \($0)" }) { Styled($0) }

  init(size: TerminalSize = TerminalSize(columns: 120, rows: 40)) { self.size = size }

  /// Streets 100 m apart with names and classes, and water with 400 corners.
  private static let city: MapGround = {
    let (south, west) = (-33.90, 151.17)
    let kinds: [MapGround.StreetClass] = [.local, .local, .collector, .local, .major]
    let streets = (0..<64).flatMap { number in
      let at = 0.001 * Double(number)
      let bends = (0...60).map { 0.001 * Double($0) }
      return [
        bends.map { MapPoint(latitude: south + at, longitude: west + $0) },
        bends.map { MapPoint(latitude: south + $0, longitude: west + at) },
      ].map { MapGround.Street(kind: kinds[number % 5], name: "Street \(number)", points: $0) }
    }
    let coast = (0...400).map { number in
      let part = Double(number) / 400
      return MapPoint(
        latitude: south + 0.064 * part, longitude: west + 0.03 + 0.004 * Double(number % 7))
    }
    let east = [MapPoint(latitude: -33.83, longitude: 151.24), coast[0]]
    return MapGround(
      streets: streets, areas: [MapGround.Area(isWater: true, rings: [coast + east])],
      places: (0..<60).map { number in
        MapGround.Place(
          kind: .landmark, name: "Landmark \(number)",
          point: MapPoint(
            latitude: south + 0.008 * Double(number % 8),
            longitude: west + 0.008 * Double(number / 8)))
      })
  }()

  /// Moves the map by some cells, as a mouse does.
  func dragMap() {
    step += 1
    let east = 0.0004 * Double(step % 20)
    let map = MapView(
      markers: [MapMarker(Self.place, at: Self.operaHouse, label: "Opera House")],
      route: [Self.operaHouse, Self.store], ground: Self.city,
      focus: [
        MapPoint(latitude: -33.878, longitude: 151.190 + east),
        MapPoint(latitude: -33.858, longitude: 151.225 + east),
      ])
    show { frame in
      frame.background = .dark
      map.draw(in: &frame, frame.region)
    }
  }

  /// The least that puts something else into each cell.
  func fill() {
    step += 1
    show { $0.fill($0.region, step.isMultiple(of: 2) ? "a" : "b") }
  }

  func drawMap() {
    step += 1
    let part = Double(step % 20) / 20
    let car = MapPoint(latitude: -33.8755 + part * 0.0167, longitude: 151.2010 + part * 0.0130)
    let corner = MapPoint(latitude: Self.store.latitude, longitude: Self.operaHouse.longitude)
    let map = MapView(
      markers: [
        MapMarker(Self.place, at: Self.operaHouse, label: "Opera House"),
        MapMarker(Self.place, at: Self.store, label: "Apple Store"), MapMarker(Self.car, at: car),
      ],
      route: [Self.operaHouse, corner, Self.store],
      ground: Self.city, focus: [Self.operaHouse, Self.store])
    show { map.draw(in: &$0, $0.region) }
  }

  func press() {
    step += 1
    field.handle(step % 40 < 20 ? .character("o") : .backspace)
    show { frame in
      let (top, rest) = frame.region.splitTop(1)
      field.draw(in: &frame, column: top.column, row: top.row, columns: 40, isFocused: true)
      list.draw(in: &frame, rest)
    }
  }

  private func show(_ draw: (inout Frame) -> Void) {
    var frame = Frame(size: size)
    draw(&frame)
    text.value = FrameRenderer.text(from: shown, to: frame, color: .full)
    shown = frame
  }
}
