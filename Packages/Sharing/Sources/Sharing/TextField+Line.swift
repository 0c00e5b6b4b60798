import Terminal

extension TextField {
  /// Draws the field, focused, on a line of its own.
  func drawLine(in frame: inout Frame, _ region: Region) {
    let line = Style(isUnderlined: true)
    let row = region.splitTop(1).top
    frame.fill(row, " ", line)
    draw(
      in: &frame, column: row.column, row: row.row, columns: row.columns, isFocused: true,
      style: line)
  }
}
