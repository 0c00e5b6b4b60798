extension Form {
  /// The widest field, in columns.
  private static var widestField: Int { 44 }

  /// Draws the fields around the edited one.
  ///
  /// - Parameters:
  ///   - isEnabled: Whether something can be typed.
  ///   - wrong: The fields to mark.
  func draw(
    in frame: inout Frame, _ region: Region, isEnabled: Bool, wrong: [Field]
  ) {
    let height = region.rows >= rows.count * 2 ? 2 : 1
    let visible = max(1, region.rows / height)
    let first = max(0, focus - visible + 1)
    for (offset, index) in (first..<rows.count).prefix(visible).enumerated() {
      let row = region.row + offset * height
      guard offset * height < region.rows else { break }
      draw(
        rows[index], isFocused: isEnabled && index == focus,
        isWrong: wrong.contains(rows[index].field),
        in: &frame, Region(column: region.column, row: row, columns: region.columns, rows: 1))
    }
  }

  private func draw(
    _ row: Row, isFocused: Bool, isWrong: Bool, in frame: inout Frame, _ region: Region
  ) {
    let marker = isFocused ? (frame.isUnicode ? "❯ " : "> ") : "  "
    let style = isWrong ? Style.error : isFocused ? .heading : .muted
    let (label, rest) = region.splitLeading(min(labelColumns, region.columns / 2))
    frame.write(
      Styled(marker, .accent) + Styled(row.label, style), column: label.column, row: label.row,
      columns: label.columns - 1)
    let field = rest.splitLeading(Self.widestField).leading
    let line = Style(isUnderlined: true)
    frame.fill(field, " ", line)
    if row.text.text.isEmpty {
      let style = Style(isDim: true, isUnderlined: true)
      frame.write(
        Styled(row.placeholder, style), column: field.column, row: field.row,
        columns: field.columns)
    }
    row.text.draw(
      in: &frame, column: field.column, row: field.row, columns: field.columns,
      isFocused: isFocused, style: line)
  }

  private var labelColumns: Int {
    4 + (rows.map { $0.label.displayWidth }.max() ?? 0)
  }
}
