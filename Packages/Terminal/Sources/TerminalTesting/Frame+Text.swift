public import Terminal

extension Frame {
  /// The rows as text, without the spaces at their ends.
  public var lines: [String] {
    (0..<size.rows).map { row in
      let cells = (0..<size.columns).map { self[$0, row] }.filter { !$0.isCovered }
      let last = cells.lastIndex { $0.character != " " } ?? -1
      return String(cells[...last].map(\.character))
    }
  }

  /// The whole frame as text; the empty rows at its end are left out.
  public var text: String {
    let lines = lines
    let last = lines.lastIndex { !$0.isEmpty } ?? -1
    return lines[...last].map { $0 + "\n" }.joined()
  }
}
