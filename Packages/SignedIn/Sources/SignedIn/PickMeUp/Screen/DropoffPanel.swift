import Core
import Observation
import Terminal

/// "Where to?": the search as the rider types, and the places that it found.
@MainActor
@Observable
final class DropoffPanel: PickMeUpPanel {
  /// The number of places that are requested.
  private static let limit = 20

  private let model: PickMeUpViewModel
  private let picker: DropoffLocationPickerViewModel
  private let query = TextField(limit: 200)
  private let list = SelectList<Place>(label: row(of:))
  private var search: Task<Void, Never>?

  init(model: PickMeUpViewModel, picker: DropoffLocationPickerViewModel) {
    self.model = model
    self.picker = picker
  }

  var rows: Int { 6 }
  var isBusy: Bool { picker.phase == .searching }

  var facts: [Styled] {
    let asked: Styled = query.text.isEmpty ? "Where to?" : "Where to? \(query.text)"
    return [asked] + [state].compactMap { $0 }
  }

  var notices: [Styled] {
    guard case .failed(let error) = picker.phase else { return [] }
    return .error(error.problem.message, hint: error.problem.hint)
  }

  /// The state of the search.
  private var state: Styled? {
    switch picker.phase {
    case .idle: "Type the beginning of a name."
    case .searching: "Searching"
    case .found(let places): places.isEmpty ? "No place matches." : nil
    case .failed: nil
    }
  }

  // MARK: - Choices

  var hints: [KeyHint] { [KeyHint("Enter", "Go there"), KeyHint("Up/Down", "Choose")] }

  var actions: [KeyAction] {
    let map = KeyAction(.escape, "Map") { [model] in model.showMap() }
    guard case .failed = picker.phase else { return [map] }
    return [KeyAction(.control("r"), "Try again") { [self] in look(at: query.text) }, map]
  }

  var choices: [ScreenChoice] {
    let entry = ScreenChoice.entry("Search for a place") { [self] text in
      query.text = text
      look(at: text)
    }
    return [entry]
      + picker.places.map { place in
        .action("Go to \(Self.row(of: place))") { [picker] in picker.select(place) }
      }
  }

  func handle(_ key: Key) {
    switch key {
    case .up, .down, .pageUp, .pageDown: _ = list.handle(key)
    case .enter: choose()
    default: edit { query.handle(key) }
    }
  }

  func paste(_ text: String) {
    edit { query.insert(text) }
  }

  private func edit(_ change: () -> Void) {
    let old = query.text
    change()
    if query.text != old { look(at: query.text) }
  }

  private func choose() {
    if case .found = picker.phase, let place = list.selection { picker.select(place) }
  }

  /// Only the newest query counts: what came before is given up.
  private func look(at text: String) {
    search?.cancel()
    search = Task.immediate {
      await picker.queryChanged(to: text, limit: Self.limit)
      switch picker.phase {
      // The places found before stay in sight until there are others.
      case .searching: break
      case .idle, .found, .failed: list.items = picker.places
      }
    }
  }

  // MARK: - Looks

  nonisolated private static func row(of place: Place) -> Styled {
    guard let meters = place.distanceMeters else { return Styled(place.name) }
    return "\(place.name)  \(Formatters.distance(meters: meters), .muted)"
  }

  func draw(in frame: inout Frame, _ region: Region) {
    let (top, rest) = region.splitTop(1)
    frame.write("Where to? ", column: top.column, row: top.row, columns: top.columns)
    let field = top.splitLeading(10).rest
    frame.fill(field, " ", Style(isUnderlined: true))
    query.draw(
      in: &frame, column: field.column, row: field.row, columns: field.columns, isFocused: true,
      style: Style(isUnderlined: true))
    let (line, places) = rest.splitTop(1)
    frame.write([state].compactMap { $0?.styled(.muted) }, in: line)
    list.draw(in: &frame, places)
  }
}
