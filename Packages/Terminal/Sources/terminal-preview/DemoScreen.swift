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
  private let rides = SelectList(["Wallabee", "Wallaroo", "Kangaroo", "東京タクシー"]) {
    Styled($0)
  }
  private var focus = 0
  private(set) var isBusy = false

  init(terminal: any Terminal) {
    self.terminal = terminal
  }

  var content: ScreenContent {
    ScreenContent(
      facts: [
        "Name: \(name.text)", "Password: \(password.text.isEmpty ? "not set" : "set")",
        "Working: \(isBusy ? "yes" : "no")",
      ],
      choices: [
        .entry("Name") { [self] in name.text = $0 },
        .entry("Password", isHidden: true) { [self] in password.text = $0 },
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
    case .control("x"): crash([])
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

  func paste(_ text: String) {
    if focus < 2 { (focus == 0 ? name : password).insert(text) }
  }

  /// Writes beside the picture, as a log would.
  private func report() {
    do {
      try terminal.writeErrorLine("A report.")
      try terminal.writeLine("A result.")
    } catch {
      outcome = "\(error)"
    }
  }

  /// Stops the process on purpose, as a programming error would.
  private func crash(_ empty: [Int]) {
    _ = empty[0]
  }
}
