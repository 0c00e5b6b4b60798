extension Frame {
  /// Draws a border along the edge of a rectangle and returns what is inside.
  @discardableResult
  public mutating func box(_ region: Region, title: Styled = "", style: Style = .muted) -> Region {
    guard region.columns >= 2, region.rows >= 2 else { return region }
    let marks: [Character] = Array(isUnicode ? "╭╮╰╯─│" : "++++-|")
    let right = region.column + region.columns - 1
    let bottom = region.row + region.rows - 1
    for column in region.column + 1..<right {
      put(marks[4], style, column: column, row: region.row)
      put(marks[4], style, column: column, row: bottom)
    }
    for row in region.row + 1..<bottom {
      put(marks[5], style, column: region.column, row: row)
      put(marks[5], style, column: right, row: row)
    }
    put(marks[0], style, column: region.column, row: region.row)
    put(marks[1], style, column: right, row: region.row)
    put(marks[2], style, column: region.column, row: bottom)
    put(marks[3], style, column: right, row: bottom)
    if !title.text.isEmpty {
      write(" \(title) ", column: region.column + 1, row: region.row, columns: region.columns - 2)
    }
    return region.inset()
  }
}
