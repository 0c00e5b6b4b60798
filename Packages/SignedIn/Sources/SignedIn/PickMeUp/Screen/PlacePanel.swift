import Basics
import Console
import Core
import Observation
import Terminal

/// "Where to?" or "Where from?": the places that the rider knows, the search as the rider types, and
/// the places that it found.
@MainActor @Observable final class PlacePanel: PickMeUpPanel {
  private static let limit = 20

  private let model: PickMeUpViewModel
  private let picker: DropoffLocationPickerViewModel
  private let query = TextField(limit: 200)
  private let list = SelectList<PlaceSuggestion>(label: row(of:))
  private let question: String
  private let saved: SavedPlaceStore
  private var naming: Place?
  private var news: [Styled] = []
  @ObservationIgnored private var searching: Task<Void, Never>?

  /// Called when a place has a name.
  var placesChanged: @MainActor () async -> Void = {}

  var suggestions: [PlaceSuggestion] = [] {
    didSet { if picker.phase == .idle { list.items = suggestions } }
  }

  init(
    question: String, model: PickMeUpViewModel, picker: DropoffLocationPickerViewModel,
    saved: SavedPlaceStore
  ) {
    (self.question, self.saved) = (question, saved)
    (self.model, self.picker) = (model, picker)
  }

  // Nobody waits for what a rider has left.
  deinit { searching?.cancel() }

  var rows: Int { 6 }
  var title: Styled { Styled(question) }
  var rowsBeside: Int { min(14, max(5, list.items.count + 2)) }
  var isTyping: Bool { true }
  var highlighted: Waypoint? {
    guard model.phase == .selectDropoff else { return nil }
    return list.selection.map { Waypoint($0.place.location, name: $0.place.name) }
  }
  var isBusy: Bool { picker.phase == .searching }

  var facts: [Styled] {
    let asked = Styled(query.text.isEmpty ? question : "\(question) \(query.text)")
    return [asked] + [state].compactMap { $0 }
  }

  var notices: [Styled] {
    if let naming { return ["Save '\(naming.name)' as home or as work?"] }
    guard case .failed(let error) = picker.phase else { return news }
    return .error(error)
  }

  private var state: Styled? {
    switch picker.phase {
    case .idle: "Type a name's beginning or LAT,LON."
    case .searching: "Searching"
    case .found(let places): places.isEmpty ? "No place matches." : nil
    case .failed: nil
    case .outOfRange(let error): Styled(error.description)
    }
  }

  // MARK: - Choices

  var hints: [KeyHint] {
    naming == nil ? [KeyHint("Enter", "Go there"), KeyHint("Up/Down", "Choose")] : []
  }

  var actions: [KeyAction] {
    let map = KeyAction(.escape, "Map") { [self] in
      news = []
      model.showMap()
    }
    if let naming { return namings(of: naming) }
    guard case .failed = picker.phase else {
      guard let choice = list.selection else { return [map] }
      if let label = choice.label {
        return [map, KeyAction(.control("s"), "Forget \(label.title)") { [self] in forget(label) }]
      }
      return [map, KeyAction(.control("s"), "Save") { [self] in self.naming = choice.place }]
    }
    return [KeyAction(.control("r"), "Try again") { [self] in look(at: query.text) }, map]
  }

  private func namings(of place: Place) -> [KeyAction] {
    SavedPlaceLabel.allCases.map { label in
      KeyAction(.character(label == .home ? "h" : "w"), Styled(label.title)) { [self] in
        save(place, as: label)
      }
    } + [KeyAction(.escape, "Do not save") { [self] in naming = nil }]
  }

  private func save(_ place: Place, as label: SavedPlaceLabel) {
    naming = nil
    change { () throws(FileError) in
      try saved.save(Waypoint(place.location, name: place.name), as: label)
      return "Saved as \(label.title)."
    }
  }

  private func forget(_ label: SavedPlaceLabel) {
    change { () throws(FileError) in
      _ = try saved.remove(label)
      return "\(label.title) is forgotten."
    }
  }

  /// Changes the saved places, and shows the result.
  private func change(_ step: () throws(FileError) -> String) {
    do throws(FileError) {
      news = [Styled(try step(), .success)]
    } catch {
      news = .error(error)
    }
    Task.immediate { await placesChanged() }
  }

  var choices: [ScreenChoice] {
    let entry = ScreenChoice.entry("Search for a place", asking: .always) { [self] text in
      search(for: text)
    }
    return [entry]
      + list.items.map { choice in
        .action("Go to \(Self.row(of: choice))") { [picker] in picker.select(choice.place) }
      }
  }

  /// Searches for what was typed as a line.
  func search(for text: String) {
    query.text = text
    look(at: text)
  }

  func handle(_ key: Key) {
    guard naming == nil else { return }
    news = []
    switch key {
    case .up, .down, .pageUp, .pageDown: _ = list.handle(key)
    case .enter: choose()
    default: edit { query.handle(key) }
    }
  }

  func paste(_ text: String) { edit { query.insert(text) } }

  private func edit(_ change: () -> Void) {
    let old = query.text
    change()
    if query.text != old { look(at: query.text) }
  }

  private func choose() {
    switch picker.phase {
    case .idle, .found: if let choice = list.selection { picker.select(choice.place) }
    case .searching, .failed, .outOfRange: break
    }
  }

  /// Searches again for what the cloud did not answer.
  func retry() {
    guard case .failed(let error) = picker.phase else { return }
    if case .refused = error { return }
    look(at: query.text)
  }

  /// Only the newest query counts: what came before is given up.
  private func look(at text: String) {
    searching?.cancel()
    searching = Task.immediate { [weak self, picker] in
      await picker.queryChanged(to: text, limit: Self.limit)
      guard let self else { return }
      switch picker.phase {
      // The places found before stay in sight until there are others.
      case .searching: break
      case .idle: list.items = suggestions
      case .found, .failed, .outOfRange:
        list.items = picker.places.map { PlaceSuggestion(place: $0) }
      }
    }
  }

  // MARK: - Looks

  nonisolated private static func row(of choice: PlaceSuggestion) -> Styled {
    let name: Styled =
      choice.note.isEmpty
      ? Styled(choice.place.name) : "\(choice.note, .accent)  \(choice.place.name)"
    guard let meters = choice.place.distanceMeters else { return name }
    return "\(name)  \(Formatters.distance(meters: meters), .muted)"
  }

  func draw(in frame: inout Frame, _ region: Region, isBeside: Bool) {
    let (top, rest) = region.splitTop(1)
    let prompt = isBeside ? Styled(">", .accent) : Styled(question)
    frame.write(prompt, column: top.column, row: top.row, columns: top.columns)
    let field = top.splitLeading(prompt.displayWidth + 1).rest
    frame.fill(field, " ", Style(isUnderlined: true))
    query.draw(
      in: &frame, column: field.column, row: field.row, columns: field.columns, isFocused: true,
      style: Style(isUnderlined: true))
    let lines = state?.styled(.muted).wrapped(to: max(1, rest.columns)) ?? [""]
    let (line, places) = rest.splitTop(lines.count)
    frame.write(lines, in: line)
    list.draw(in: &frame, places, takesText: false)
    frame.hints += TextField.hints
  }
}
