/// Fits a table into the width of a terminal.
struct TableLayout {
  private static let gap = 2

  private let table: Table
  private let capabilities: TerminalCapabilities
  private let widths: [Int]

  init(table: Table, capabilities: TerminalCapabilities) {
    self.table = table
    self.capabilities = capabilities
    self.widths = Self.widths(of: table, available: capabilities.size.columns)
  }

  var text: String {
    let shown = widths.indices.filter { widths[$0] > 0 }
    guard let last = shown.last else { return "" }
    let titles = table.columns.map { Styled($0.title, .heading) }
    return ([titles] + table.rows).map { row in
      let cells = shown.map { cell(row[$0], in: $0, isLast: $0 == last) }
      return cells.joined(separator: String(repeating: " ", count: Self.gap)) + "\n"
    }.joined()
  }

  private func cell(_ content: Styled, in index: Int, isLast: Bool) -> String {
    let fitted = content.truncated(to: widths[index], isUnicode: capabilities.isUnicode)
    let spaces = String(repeating: " ", count: widths[index] - fitted.displayWidth)
    let rendered = fitted.rendered(capabilities.outputColor)
    switch table.columns[index].alignment {
    case .leading: return isLast ? rendered : rendered + spaces
    case .trailing: return spaces + rendered
    }
  }

  /// The width of each column; 0 for one that is left out.
  ///
  /// The least important columns are shortened first, down to their minimum; when that is not
  /// enough the least important one is left out, and the others share what it took.
  private static func widths(of table: Table, available: Int) -> [Int] {
    let natural = table.columns.indices.map { index in
      let cells = table.rows.map { $0[index].displayWidth }
      return max(table.columns[index].title.displayWidth, cells.max() ?? 0)
    }
    var shown = natural.indices.sorted {
      (table.columns[$0].priority, $1) < (table.columns[$1].priority, $0)
    }
    while let least = shown.first {
      var widths = natural.indices.map { shown.contains($0) ? natural[$0] : 0 }
      var excess = shown.map { natural[$0] + gap }.reduce(-gap, +) - available
      for index in shown where excess > 0 {
        let minimum = shown.count == 1 ? 1 : table.columns[index].minimumWidth
        let saved = min(excess, max(0, widths[index] - minimum))
        widths[index] -= saved
        excess -= saved
      }
      if excess <= 0 || shown.count == 1 { return widths }
      shown.removeAll { $0 == least }
    }
    return natural
  }
}
