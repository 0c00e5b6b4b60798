extension TextField {
  /// Draws the part of the text around the cursor into one row.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - column: The column of the row's beginning, from 0.
  ///   - row: The row, from 0.
  ///   - columns: The columns that it may take.
  ///   - isFocused: Whether the cursor is shown here.
  ///   - style: The style of the text.
  public func draw(
    in frame: inout Frame, column: Int, row: Int, columns: Int, isFocused: Bool,
    style: Style = .plain
  ) {
    let shownBefore = masked(before, in: frame)
    let shownAfter = masked(after, in: frame)
    let visible = shownBefore.suffix(columns: max(0, columns - 1))
    let position = column + visible.displayWidth
    let rest = shownAfter.prefix(columns: columns - visible.displayWidth)
    frame.write(Styled(runs: [.init(text: visible + rest, style: style)]), column: column, row: row)
    if isFocused, columns > 0 { frame.cursor = .init(column: position, row: row) }
  }

  private func masked(_ text: String, in frame: Frame) -> String {
    isPassword ? String(repeating: frame.isUnicode ? "•" : "*", count: text.count) : text
  }
}

extension String {
  /// The longest end that takes at most `columns`.
  fileprivate func suffix(columns: Int) -> String {
    var width = 0
    var start = endIndex
    while start > startIndex {
      let previous = index(before: start)
      width += self[previous].displayWidth
      guard width <= columns else { break }
      start = previous
    }
    return String(self[start...])
  }
}
