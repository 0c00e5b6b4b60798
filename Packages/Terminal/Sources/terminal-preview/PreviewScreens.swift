import Glibc
import Observation
import Terminal

/// A form with a list below it: every widget at once.
@MainActor
@Observable
final class DemoScreen: DrawnScreen {
  private(set) var outcome: String?
  private let terminal: any Terminal
  private let name = TextField()
  private let password = TextField(isPassword: true)
  private let rides = SelectList(["Wallabee", "Wallaroo", "Kangaroo", "東京タクシー"]) { Styled($0) }
  private var focus = 0
  private(set) var isBusy = false

  init(terminal: any Terminal) { self.terminal = terminal }

  var content: ScreenContent {
    ScreenContent(
      facts: ["Name: \(name.text)", "Working: \(isBusy ? "yes" : "no")"],
      choices: [
        .entry("Name") { [self] in name.text = $0 },
        .action("Work on or off") { [self] in isBusy.toggle() },
        .action("Leave") { [self] in outcome = name.text },
      ])
  }

  func draw(in frame: inout Frame) {
    frame.write("\("Demo", .heading)", column: 1, row: 0)
    let (fields, rest) = frame.region.inset().splitTop(4)
    let (list, help) = rest.splitBottom(1)
    drawField("Name", name, isFocused: focus == 0, in: &frame, fields)
    drawField("Password", password, isFocused: focus == 1, in: &frame, fields.splitTop(1).rest)
    if isBusy {
      frame.write("\(frame.spinner) Working", column: fields.column, row: fields.row + 2)
    }
    rides.draw(in: &frame, list)
    frame.write(
      "\("Tab next · Enter choose · Ctrl-T work · Escape leave", .muted)", column: help.column,
      row: help.row, columns: help.columns)
  }

  private func drawField(
    _ title: String, _ field: TextField, isFocused: Bool, in frame: inout Frame, _ region: Region
  ) {
    guard region.rows > 0 else { return }
    frame.write(
      Styled(title, isFocused ? .heading : .muted), column: region.column, row: region.row)
    field.draw(
      in: &frame, column: region.column + 10, row: region.row, columns: region.columns - 10,
      isFocused: isFocused)
  }

  func handle(_ key: Key) {
    switch key {
    case .tab: focus = (focus + 1) % 3
    case .backTab: focus = (focus + 2) % 3
    case .escape: outcome = name.text
    case .control("t"): isBusy.toggle()
    // A programming error stops the process.
    case .control("x"): _ = [Int]()[focus]
    case .control("o"): exit(3)
    case .control("r"): report()
    default: handleInFocus(key)
    }
  }

  private func handleInFocus(_ key: Key) {
    switch focus {
    case 0: name.handle(key)
    case 1: password.handle(key)
    default:
      if case .chosen(let ride) = rides.handle(key) { outcome = "\(name.text) takes \(ride)" }
    }
  }

  func paste(_ text: String) { if focus < 2 { (focus == 0 ? name : password).insert(text) } }

  /// Writes beside the picture, as a log would.
  private func report() {
    do {
      try terminal.writeErrorLine("A report.")
      try terminal.writeLine("A result.")
    } catch {
      outcome = "\(error)"
    }
  }
}

/// A map of Sydney with a walker on the way to the Opera House.
@MainActor
@Observable
final class MapScreen: DrawnScreen {
  private static let operaHouse = MapPoint(latitude: -33.858667, longitude: 151.214028)
  private static let store = MapPoint(latitude: -33.868781, longitude: 151.206645)

  private static let start = MapMarker.Kind(
    "Start", symbol: "●", plainSymbol: "S", style: Style(foreground: .green), priority: 2)
  private static let end = MapMarker.Kind(
    "End", symbol: "◆", plainSymbol: "E", style: Style(foreground: .red), priority: 1)
  private static let walker = MapMarker.Kind(
    "Walker", symbol: "▲", plainSymbol: "W", style: Style(foreground: .yellow))

  private(set) var outcome: Bool?
  private var step = 0

  private var map: MapView {
    let part = Double(step % 20) / 20
    let walker = MapPoint(latitude: -33.8755 + part * 0.0167, longitude: 151.2010 + part * 0.0130)
    let corner = MapPoint(latitude: Self.store.latitude, longitude: Self.operaHouse.longitude)
    return MapView(
      markers: [
        MapMarker(Self.start, at: Self.operaHouse, label: "Opera House"),
        MapMarker(Self.end, at: Self.store, label: "Apple Store"),
        MapMarker(Self.walker, at: walker),
      ],
      route: [Self.operaHouse, corner, Self.store],
      ground: MapGround(
        streets: [
          MapGround.Street(kind: .major, name: "Main Street", points: [Self.store, corner]),
          MapGround.Street(
            kind: .collector, name: "Park Street", points: [corner, Self.operaHouse]),
        ]),
      focus: [Self.operaHouse, Self.store, MapPoint(latitude: -33.8755, longitude: 151.2010)])
  }

  var content: ScreenContent {
    ScreenContent(
      facts: map.facts { "\(Int($0)) m" }, choices: [.action("Leave") { [self] in outcome = true }])
  }

  func draw(in frame: inout Frame) {
    let (picture, help) = frame.region.splitBottom(1)
    map.draw(in: &frame, picture)
    frame.write("\("q leaves", .muted)", column: help.column, row: help.row)
  }

  func handle(_ key: Key) { if key == .character("q") || key == .escape { outcome = true } }
  func work() async { await clock.repeatedly(after: .milliseconds(500)) { step += 1 } }
}
