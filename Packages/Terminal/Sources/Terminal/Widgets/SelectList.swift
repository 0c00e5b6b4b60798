public import Observation

/// A list in which one row is selected.
///
/// Arrows, j and k, Page Up and Down, Home and End move; a digit selects the row of that number;
/// other characters, or `/` first, filter the rows by what they contain; Escape ends the filter.
@MainActor
@Observable
public final class SelectList<Item: Sendable> {
  /// The result of a key.
  public enum Result {
    /// The key means nothing to a list.
    case ignored
    /// The selection or the filter may have changed.
    case handled
    /// The row was chosen with Enter.
    case chosen(Item)
  }

  /// The rows; a new list keeps the position of the selection as far as possible.
  public var items: [Item] {
    didSet { updateMatches() }
  }

  /// The filter: text that the rows must contain, in any case; empty for all rows.
  public private(set) var filter = ""

  /// Whether characters are typed into the filter, so that none of them is a shortcut.
  public private(set) var isFiltering = false

  /// The rows that match the filter, by their indices in ``items``.
  public private(set) var matches: [Int] = []

  private let label: (Item) -> Styled
  private var position = 0
  @ObservationIgnored private var firstVisible = 0
  @ObservationIgnored private var visibleRows = 1

  /// Creates a list whose first row is selected.
  public init(_ items: [Item] = [], label: @escaping (Item) -> Styled) {
    self.items = items
    self.label = label
    self.matches = Array(items.indices)
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
    case .character(let character): type(character)
    default: return .ignored
    }
    return .handled
  }

  private func type(_ character: Character) {
    guard !isFiltering else { return setFilter(filter + String(character)) }
    switch character {
    case "j": select(position + 1)
    case "k": select(position - 1)
    case "/": setFilter("")
    case "1"..."9": if let row = character.wholeNumberValue { selectNumber(row) }
    default: setFilter(String(character))
    }
  }

  private func selectNumber(_ number: Int) {
    if number <= matches.count { select(number - 1) }
  }

  private func select(_ wanted: Int) {
    position = max(0, min(wanted, matches.count - 1))
  }

  private func setFilter(_ text: String?) {
    isFiltering = text != nil
    filter = text.map { SanitizedText.clean($0) } ?? ""
    position = 0
    updateMatches()
  }

  private func updateMatches() {
    let wanted = filter.lowercased()
    matches = items.indices.filter {
      wanted.isEmpty || label(items[$0]).text.lowercased().contains(wanted)
    }
    select(position)
  }

  // MARK: - Drawing

  /// Draws the rows around the selected one, and the filter below them while it is typed.
  public func draw(in frame: inout Frame, _ region: Region) {
    let (rows, bottom) = region.splitBottom(isFiltering ? 1 : 0)
    if isFiltering {
      let ending = matches.isEmpty ? "  (nothing matches)" : ""
      frame.write(
        "\("/", .muted)\(filter)\(ending, .muted)", column: bottom.column, row: bottom.row,
        columns: bottom.columns)
    }
    scroll(to: rows.rows)
    for row in 0..<min(rows.rows, matches.count - firstVisible) {
      drawRow(firstVisible + row, in: &frame, rows, row: rows.row + row)
    }
  }

  private func scroll(to rows: Int) {
    visibleRows = max(1, rows)
    firstVisible = min(firstVisible, position)
    firstVisible = max(firstVisible, position - visibleRows + 1)
    firstVisible = max(0, min(firstVisible, matches.count - visibleRows))
  }

  private func drawRow(_ index: Int, in frame: inout Frame, _ region: Region, row: Int) {
    let isSelected = index == position
    let marker = isSelected ? (frame.isUnicode ? "❯ " : "> ") : "  "
    var line = Styled(marker) + label(items[matches[index]])
    if isSelected {
      line = line.styled(.selected)
      let bar = Region(column: region.column, row: row, columns: region.columns, rows: 1)
      frame.fill(bar, " ", .selected)
    }
    frame.write(line, column: region.column, row: row, columns: region.columns)
  }
}
