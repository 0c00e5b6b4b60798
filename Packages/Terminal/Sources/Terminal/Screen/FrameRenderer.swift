/// Writes the difference between two frames with few bytes.
public struct FrameRenderer {
  /// The cells that may be written again rather than jumped over: a jump costs about as much.
  private static let shortestJump = 6
  let color: ColorLevel
  private var text = ""
  private var style = Style.plain
  private var position: Frame.Position?

  /// Returns the control sequences that turn one frame into another.
  ///
  /// - Parameters:
  ///   - previous: The shown frame; `nil`, or one of another size, when it is unknown.
  ///   - next: The frame to show.
  ///   - color: The colors that the terminal has.
  public static func text(from previous: Frame?, to next: Frame, color: ColorLevel) -> String {
    var renderer = FrameRenderer(color: color)
    renderer.render(from: previous, to: next)
    return renderer.text
  }

  private mutating func render(from previous: Frame?, to next: Frame) {
    let tracked = previous?.tracksMouse ?? false
    if tracked != next.tracksMouse { text += Self.mouseMode(next.tracksMouse) }
    if !next.windowTitle.isEmpty, previous?.windowTitle != next.windowTitle {
      text += Self.windowTitle(next.windowTitle)
    }
    let known = previous?.size == next.size ? previous : nil
    if known == nil { text += "\u{1B}[0m\u{1B}[2J" }
    let empty = Frame(size: next.size)
    for row in 0..<next.size.rows {
      renderRow(row, from: (known ?? empty).row(row), to: next.row(row))
    }
    if style != .plain { text += Style.resetSequence }
    guard !text.isEmpty || known?.cursor != next.cursor else { return }
    // Moving text under a visible cursor would make it jump about.
    if known == nil || known?.cursor != nil { text = "\u{1B}[?25l" + text }
    guard let cursor = next.cursor else { return }
    move(to: cursor)
    text += "\u{1B}[?25h"
  }

  /// Buttons and the wheel, in decimal form, or neither.
  /// Source: "XTerm Control Sequences", DEC private modes 1002 and 1006.
  static func mouseMode(_ isOn: Bool) -> String {
    isOn ? "\u{1B}[?1002h\u{1B}[?1006h" : "\u{1B}[?1006l\u{1B}[?1002l"
  }

  /// Sets the title of the window; control characters are removed.
  /// Source: "XTerm Control Sequences", "Set text parameters", 2.
  static func windowTitle(_ title: String) -> String {
    "\u{1B}]2;\(SanitizedText.clean(String(title.prefix(80))))\u{1B}\\"
  }

  /// Writes what differs in one row of two frames of one size, so that both slices have its indices.
  private mutating func renderRow(
    _ row: Int, from old: ArraySlice<Cell>, to new: ArraySlice<Cell>
  ) {
    guard old != new else { return }
    var index = new.startIndex
    while let start = Self.nextChange(new, old, from: index) {
      let end = Self.endOfChange(new, old, from: start)
      move(to: Frame.Position(column: start - new.startIndex, row: row))
      for cell in start..<end {
        write(new[cell], next: cell + 1 < new.endIndex ? new[cell + 1] : nil)
      }
      index = end
    }
  }

  /// The first cell that differs; the beginning of its character if it is covered.
  private static func nextChange(
    _ new: ArraySlice<Cell>, _ old: ArraySlice<Cell>, from index: Int
  ) -> Int? {
    var start = (index..<new.endIndex).first { new[$0] != old[$0] }
    while let lead = start, new[lead].isCovered, lead > new.startIndex { start = lead - 1 }
    return start
  }

  /// The end of a stretch of cells in which no long part is the same.
  private static func endOfChange(
    _ new: ArraySlice<Cell>, _ old: ArraySlice<Cell>, from start: Int
  ) -> Int {
    var end = start + 1
    var index = end
    while index < new.endIndex, index - end < shortestJump {
      if new[index] != old[index] { end = index + 1 }
      index += 1
    }
    return end
  }

  private mutating func move(to target: Frame.Position) {
    guard position != target else { return }
    text += "\u{1B}[\(target.row + 1);\(target.column + 1)H"
    position = target
  }

  private mutating func write(_ cell: Cell, next: Cell?) {
    guard !cell.isCovered else { return }
    if cell.style != style {
      if style != .plain { text += Style.resetSequence }
      text += cell.style.selectGraphicRendition(color)
      style = cell.style
    }
    text.append(cell.character)
    if cell.character.isRightToLeft, next?.character.isRightToLeft != true {
      text += Self.leftToRightMark
    }
    position?.column += cell.character.displayWidth
  }

  /// Prevents terminals that reorder text from moving the neighbors of a right-to-left word.
  static let leftToRightMark = "\u{200E}"
}

extension Character {
  /// Whether the character belongs to a script that is written from right to left.
  /// Source: Unicode Standard Annex 9, the blocks whose default class is R or AL.
  var isRightToLeft: Bool {
    switch unicodeScalars.first?.value ?? 0 {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      true
    default: false
    }
  }
}
