/// Fits a table into the width of a terminal.
struct TableLayout {
  private static let gap = 2

  private let table: Table
  private let isUnicode: Bool
  private let widths: [Int]

  init(table: Table, columns: Int, isUnicode: Bool) {
    self.table = table
    self.isUnicode = isUnicode
    self.widths = Self.widths(of: table, available: columns)
  }

  /// The headings and the rows.
  var lines: [Styled] {
    let shown = widths.indices.filter { widths[$0] > 0 }
    let titles = table.columns.map { Styled($0.title, .heading) }
    return ([titles] + table.rows).map { row in
      shown.reduce(Styled("")) { line, index in
        let space = Styled(String(repeating: " ", count: index == shown.first ? 0 : Self.gap))
        return line + space + cell(row[index], in: index, isLast: index == shown.last)
      }
    }
  }

  /// Names the columns that are left out.
  var remark: Styled? {
    let titles = zip(widths, table.columns).filter { $0 == 0 && !$1.title.isEmpty }.map(\.1.title)
    return titles.isEmpty
      ? nil : Styled("Too narrow for: \(titles.joined(separator: ", ")).", .muted)
  }

  private func cell(_ content: Styled, in index: Int, isLast: Bool) -> Styled {
    let fitted = content.truncated(to: widths[index], isUnicode: isUnicode)
    let spaces = Styled(String(repeating: " ", count: widths[index] - fitted.displayWidth))
    switch table.columns[index].alignment {
    case .leading: return isLast ? fitted : fitted.closingRightToLeft + spaces
    case .trailing: return spaces + fitted.closingRightToLeft
    }
  }

  /// The width of each column; 0 for one that is left out.
  ///
  /// The least important columns are shortened first, down to their minimum; when that is not
  /// enough the least important one is left out, and the others share what it took. A whole column is
  /// never shortened, and the last one is wider than the terminal rather than cut.
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
        if table.columns[index].isWhole { continue }
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

extension Styled {
  /// The line, closed so that a terminal that reorders text moves nothing that stands beside it.
  fileprivate var closingRightToLeft: Styled {
    guard runs.contains(where: { $0.text.contains(where: \.isRightToLeft) }) else { return self }
    return Styled(runs: runs + [Run(text: FrameRenderer.leftToRightMark, style: .plain)])
  }
}
