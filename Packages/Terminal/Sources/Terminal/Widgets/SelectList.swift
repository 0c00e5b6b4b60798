public import Observation

/// A list in which one row is selected.
///
/// Arrows, j and k, Page Up and Down, Home and End move; a digit selects the row of that number;
/// other characters, or `/` first, filter the rows by what they contain; Escape ends the filter.
@MainActor
@Observable
public final class SelectList<Item: Sendable> {
  public enum Result {
    /// The key means nothing to a list.
    case ignored
    /// The selection or the filter may have changed.
    case handled
    /// The row was chosen with Enter.
    case chosen(Item)
  }

  /// The rows; in a new list the same row stays selected, or else the one at its position.
  public var items: [Item] { didSet { keepSelection(of: oldValue) } }

  /// The filter: text that the rows must contain, in any case; empty for all rows.
  public private(set) var filter = ""
  /// Whether characters are typed into the filter, so that none of them is a shortcut.
  public private(set) var isFiltering = false
  /// The rows that match the filter, by their indices in ``items``.
  public private(set) var matches: [Int] = []
  private let columns: [Table.Column]
  private let cells: (Item) -> [Styled]
  private let identity: ((Item) -> AnyHashable)?
  private var position = 0
  @ObservationIgnored private var firstVisible = 0
  @ObservationIgnored private var visibleRows = 1

  /// Creates a list whose first row is selected.
  public init(_ items: [Item] = [], label: @escaping (Item) -> Styled) {
    self.items = items
    columns = []
    cells = { [label($0)] }
    identity = nil
    self.matches = Array(items.indices)
  }

  /// Creates a list whose rows are those of a table.
  ///
  /// - Parameters:
  ///   - columns: The columns; the least important ones are left out where they do not fit.
  ///   - identity: The identity of a row, which stays however the row changes.
  ///   - cells: The cells of a row.
  public init<ID: Hashable>(
    columns: [Table.Column], identity: @escaping (Item) -> ID, cells: @escaping (Item) -> [Styled]
  ) {
    items = []
    self.columns = columns
    self.cells = cells
    self.identity = { AnyHashable(identity($0)) }
  }

  /// The selected row; `nil` when there is none.
  public var selection: Item? {
    matches.indices.contains(position) ? items[matches[position]] : nil
  }

  public func handle(_ key: Key) -> Result {
    switch key {
    case .up, .control("p"): select(position - 1)
    case .down, .control("n"): select(position + 1)
    case .pageUp: select(position - visibleRows)
    case .pageDown: select(position + visibleRows)
    case .home: select(0)
    case .end: select(matches.count - 1)
    case .enter: return selection.map { .chosen($0) } ?? .handled
    case .escape where isFiltering: setFilter(nil)
    case .backspace where isFiltering: setFilter(filter.isEmpty ? nil : String(filter.dropLast()))
    case .character where items.isEmpty && !isFiltering: return .ignored
    case .character(let character): type(character)
    default: return .ignored
    }
    return .handled
  }

  /// Handles a key of a screen whose actions come first, but for what is typed into the filter.
  public func handle(_ key: Key, or actions: [KeyAction], choose: (Item) -> Void) {
    if !isFiltering || key.isControl, actions.perform(key) { return }
    switch handle(key) {
    case .chosen(let item): choose(item)
    case .ignored: actions.perform(key)
    case .handled: break
    }
  }

  private func type(_ character: Character) {
    guard !isFiltering else { return setFilter(filter + String(character)) }
    switch character {
    case "j": select(position + 1)
    case "k": select(position - 1)
    case "/": setFilter("")
    case "1"..."9":
      if let row = character.wholeNumberValue, row <= matches.count { select(row - 1) }
    default: setFilter(String(character))
    }
  }

  private func select(_ wanted: Int) { position = max(0, min(wanted, matches.count - 1)) }

  private func setFilter(_ text: String?) {
    isFiltering = text != nil
    filter = text.map { SanitizedText.clean($0) } ?? ""
    position = 0
    updateMatches()
  }

  private func updateMatches() {
    let wanted = filter.lowercased()
    matches = items.indices.filter {
      wanted.isEmpty || cells(items[$0]).contains { $0.text.lowercased().contains(wanted) }
    }
    select(position)
  }

  private func keepSelection(of old: [Item]) {
    let selected = matches.indices.contains(position) ? matches[position] : nil
    let kept = selected.flatMap { old.indices.contains($0) ? identity?(old[$0]) : nil }
    updateMatches()
    guard let kept, let identity else { return }
    if let row = matches.firstIndex(where: { identity(items[$0]) == kept }) { select(row) }
  }

  /// Draws the rows around the selected one, and the filter below them while it is typed; the keys that
  /// filter are named only where the list takes text.
  public func draw(in frame: inout Frame, _ region: Region, takesText: Bool = true) {
    if !items.isEmpty { frame.hints.append(KeyHint("Page Up/Down", "Scroll")) }
    if !items.isEmpty, takesText {
      frame.hints += [
        KeyHint("Home/End", "First/last"), KeyHint("j/k", "Down/up"), KeyHint("1-9", "Go to row"),
        KeyHint("/", "Filter"), KeyHint("Other letters", "Filter"),
      ]
    }
    let (rows, bottom) = region.splitBottom(isFiltering ? 1 : 0)
    if isFiltering {
      let ending = matches.isEmpty ? "  (nothing matches)" : ""
      frame.write(
        "\("/", .muted)\(filter)\(ending, .muted)", column: bottom.column, row: bottom.row,
        columns: bottom.columns)
    }
    let lines = lines(columns: rows.columns - 2, isUnicode: frame.isUnicode)
    let hasHeading = !columns.isEmpty && !matches.isEmpty && rows.rows > 3
    let (heading, body) = rows.splitTop(hasHeading ? 1 : 0)
    frame.write(Array(lines.heading.prefix(heading.rows)), in: heading.splitLeading(2).rest)
    scroll(to: body.rows)
    for row in 0..<max(0, min(body.rows, matches.count - firstVisible)) {
      let index = firstVisible + row
      drawRow(lines.rows[index], index, in: &frame, body, row: body.row + row)
    }
  }

  /// The rows that match, and above them the headings of a table.
  private func lines(columns width: Int, isUnicode: Bool) -> (heading: [Styled], rows: [Styled]) {
    let rows = matches.map { cells(items[$0]) }
    guard !columns.isEmpty else { return ([], rows.map { $0.first ?? "" }) }
    let lines = Table(columns: columns, rows: rows)
      .lines(columns: max(1, width), isUnicode: isUnicode)
    return (Array(lines.prefix(1)), Array(lines.dropFirst()))
  }

  private func scroll(to rows: Int) {
    visibleRows = max(1, rows)
    firstVisible = min(firstVisible, position)
    firstVisible = max(firstVisible, position - visibleRows + 1)
    firstVisible = max(0, min(firstVisible, matches.count - visibleRows))
  }

  private func drawRow(
    _ label: Styled, _ index: Int, in frame: inout Frame, _ region: Region, row: Int
  ) {
    let bar = Region(column: region.column, row: row, columns: region.columns, rows: 1)
    guard index != position else { return frame.writeSelected(label, in: bar) }
    frame.write(label, column: bar.column + 2, row: row, columns: bar.columns - 2)
  }
}
