/// A picture of the whole screen, which is drawn anew for every change and written as a difference.
///
/// Drawing outside is cut off, so a screen needs no special case for a tiny terminal.
public struct Frame: Sendable, Equatable {
  public private(set) var size: TerminalSize
  /// Whether characters beyond ASCII are shown.
  public let isUnicode: Bool
  /// Whether parts of the picture are still being loaded, so that there will be another one; pictures
  /// for documents wait for that.
  public var isLoading = false
  /// Whether the terminal is dark or light; `nil` where it has not said.
  public var background: TerminalBackground?
  /// Where the cursor is shown; nowhere without one.
  public var cursor: Position?
  /// The keys of the screen, the most important first.
  public var hints: [KeyHint] = []
  /// Whether the wheel and dragging are events of the screen; the terminal selects no text then
  /// unless Shift is held.
  public var tracksMouse = false
  /// What a click does: the same as a key, where the mouse is tracked.
  public var targets: [Target] = []
  /// The title of the terminal's window; the last one stays while it is empty.
  public var windowTitle = ""
  /// How far the spinner has turned.
  var turns = Spinner()
  private var cells: [Cell]

  /// A part of the picture that stands for a key.
  public struct Target: Sendable, Equatable {
    let region: Region
    let key: Key

    public init(_ region: Region, _ key: Key) { (self.region, self.key) = (region, key) }
  }

  /// Returns the key that a click at a cell stands for.
  func key(at column: Int, _ row: Int) -> Key? {
    targets.first { $0.region.contains(column, row) }?.key
  }

  /// A position; row and column count from 0.
  public struct Position: Sendable, Hashable {
    var column: Int
    var row: Int
  }

  public init(size: TerminalSize, isUnicode: Bool = true) {
    (self.size, self.isUnicode) = (size, isUnicode)
    cells = Array(repeating: .blank, count: size.columns * size.rows)
  }

  /// A mark that turns while the screen is busy.
  public var spinner: Styled { turns.line(isUnicode: isUnicode) }
  public var region: Region { Region(columns: size.columns, rows: size.rows) }

  /// The cell at a position; blank outside.
  public subscript(column: Int, row: Int) -> Cell {
    contains(column, row) ? cells[row * size.columns + column] : .blank
  }

  private func contains(_ column: Int, _ row: Int) -> Bool {
    (0..<size.columns).contains(column) && (0..<size.rows).contains(row)
  }

  /// Writes a line from a position, counted from 0, to the right.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - column: The column of its beginning, from 0.
  ///   - row: The row, from 0.
  ///   - columns: The columns that it may take; the rest is cut off with an ellipsis.
  public mutating func write(_ line: Styled, column: Int, row: Int, columns: Int = Int.max) {
    let available = min(columns, size.columns - column)
    guard (0..<size.rows).contains(row), available > 0 else { return }
    var position = column
    for run in line.truncated(to: available, isUnicode: isUnicode).runs {
      let style = run.style.on(background)
      for character in run.text {
        put(character, style, column: position, row: row)
        position += character.displayWidth
      }
    }
  }

  /// Writes lines below each other; those that do not fit are left out.
  public mutating func write(_ lines: [Styled], in region: Region) {
    for (index, line) in lines.prefix(region.rows).enumerated() {
      write(line, column: region.column, row: region.row + index, columns: region.columns)
    }
  }

  /// Shows one character; a wide one that would be cut in half is left out.
  public mutating func put(_ character: Character, _ style: Style = .plain, column: Int, row: Int) {
    let width = character.displayWidth
    guard width > 0, contains(column, row), column + width <= size.columns else { return }
    let index = row * size.columns + column
    uncover(index)
    uncover(index + width - 1)
    cells[index] = Cell(character: character, style: style)
    for covered in index + 1..<index + width {
      cells[covered] = Cell(character: " ", style: style, isCovered: true)
    }
  }

  /// Removes a wide character that a new one cuts in half.
  private mutating func uncover(_ index: Int) {
    var lead = index
    while cells[lead].isCovered { lead -= 1 }
    let end = (lead + 1..<cells.count).first { !cells[$0].isCovered } ?? cells.count
    guard end > lead + 1 else { return }
    for covered in lead..<end { cells[covered] = Cell(character: " ", style: cells[covered].style) }
  }

  public mutating func fill(_ region: Region, _ character: Character = " ", _ style: Style = .plain)
  {
    let style = style.on(background)
    for row in region.row..<region.row + region.rows {
      for column in region.column..<region.column + region.columns {
        put(character, style, column: column, row: row)
      }
    }
  }

  /// Writes a chosen row over the whole width of a region, with a mark of the accent in front of it.
  ///
  /// It is tinted where the background is known, and reversed elsewhere.
  public mutating func writeSelected(_ line: Styled, in region: Region) {
    fill(region, " ", .selected)
    let tint = background.map(Style.tint)
    let text = tint.map { line.selected(behind: $0) } ?? line.styled(.selected)
    write(text, column: region.column + 2, row: region.row, columns: region.columns - 2)
    let mark = Style(foreground: Style.accent.foreground, background: tint, isBold: !isUnicode)
    write(Styled(isUnicode ? "▌" : ">", mark), column: region.column, row: region.row, columns: 1)
  }

  /// Returns the frame with one more row at its end.
  func appending(row line: Styled) -> Frame {
    var taller = self
    taller.size.rows += 1
    taller.cells += Array(repeating: .blank, count: size.columns)
    taller.turns = Spinner()
    let bar = Region(row: size.rows, columns: size.columns, rows: 1)
    taller.fill(bar, " ", .selected)
    taller.write(line.styled(.selected), column: 1, row: bar.row, columns: size.columns - 2)
    return taller
  }

  func row(_ row: Int) -> ArraySlice<Cell> { cells[row * size.columns..<(row + 1) * size.columns] }
}

public struct Cell: Sendable, Hashable {
  /// The character; a wide one is in its first cell.
  package var character: Character
  package var style = Style.plain
  /// Whether a wide character that began before covers the cell.
  package var isCovered = false
  static let blank = Cell(character: " ")
}
