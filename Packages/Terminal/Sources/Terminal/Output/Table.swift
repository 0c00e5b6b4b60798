/// Rows of cells under headings.
///
/// On a terminal the columns are aligned and fit its width; in a pipe every row is one line of
/// whole cells between tabs, without headings; in the accessible form every cell is a line
/// `label: value`, with an empty line between rows.
public struct Table: Sendable {
  public struct Column: Sendable {
    /// The alignment of the cells in their column.
    public enum Alignment: Sendable { case leading, trailing }

    let title: String
    let alignment: Alignment
    let priority: Int
    let minimumWidth: Int
    let isWhole: Bool

    /// Declares a column.
    ///
    /// - Parameters:
    ///   - title: The heading.
    ///   - alignment: The side on which the cells begin.
    ///   - priority: Which columns lose first when the terminal is too narrow: the smallest.
    ///   - minimumWidth: The columns to keep when it is shortened; below them it is left out.
    ///   - isWhole: Whether it is shown whole or not at all, as what loses its meaning when it is
    ///     cut: an identifier, a link, a time. Trailing columns hold amounts, so they always are.
    public init(
      _ title: String, alignment: Alignment = .leading, priority: Int = 0, minimumWidth: Int = 8,
      isWhole: Bool = false
    ) {
      (self.title, self.alignment, self.priority) = (title, alignment, priority)
      self.minimumWidth = max(1, minimumWidth)
      self.isWhole = isWhole || alignment == .trailing
    }
  }

  let columns: [Column]
  let rows: [[Styled]]

  /// Creates a table; a row that is too short is filled, one that is too long is cut.
  public init(columns: [Column], rows: [[Styled]]) {
    self.columns = columns
    self.rows = rows.map { row in columns.indices.map { $0 < row.count ? row[$0] : "" } }
  }

  public var isEmpty: Bool { rows.isEmpty }

  /// The table's text, in the form that suits the standard output; every line ends with a break.
  public func text(for capabilities: TerminalCapabilities) -> String {
    if !capabilities.outputIsTerminal {
      return rows.map { $0.map(\.text).joined(separator: "\t") + "\n" }.joined()
    }
    if capabilities.isAccessible {
      return rows.map { row in
        zip(columns, row).map { "\($0.title): \($1.rendered(capabilities.outputColor))\n" }.joined()
      }.joined(separator: "\n")
    }
    let width = capabilities.size.columns
    let widths = widths(available: width)
    return (lines(widths, isUnicode: capabilities.isUnicode) + remark(widths, width: width))
      .map { $0.rendered(capabilities.outputColor) + "\n" }.joined()
  }

  /// The headings and the rows, aligned and fitted into a width.
  public func lines(columns: Int, isUnicode: Bool) -> [Styled] {
    lines(widths(available: columns), isUnicode: isUnicode)
  }

  private static let gap = 2

  private func lines(_ widths: [Int], isUnicode: Bool) -> [Styled] {
    let shown = widths.indices.filter { widths[$0] > 0 }
    return ([columns.map { Styled($0.title, .heading) }] + rows).map { row in
      shown.reduce(Styled("")) { line, index in
        let space = "".padded(to: index == shown.first ? 0 : Self.gap)
        let fitted = row[index].truncated(to: widths[index], isUnicode: isUnicode)
        let spaces = Styled("".padded(to: widths[index] - fitted.displayWidth))
        let cell =
          switch columns[index].alignment {
          case .leading: index == shown.last ? fitted : fitted.closingRightToLeft + spaces
          case .trailing: spaces + fitted.closingRightToLeft
          }
        return line + Styled(space) + cell
      }
    }
  }

  /// Names the columns that are left out, in lines of a width.
  private func remark(_ widths: [Int], width: Int) -> [Styled] {
    let titles = zip(widths, columns).filter { $0 == 0 && !$1.title.isEmpty }.map(\.1.title)
    guard !titles.isEmpty else { return [] }
    return Styled("Too narrow for: \(titles.joined(separator: ", ")).", .muted).wrapped(to: width)
  }

  /// The width of each column; 0 for one that is left out.
  ///
  /// The least important columns are shortened first, down to their minimum; when that is not
  /// enough the least important one is left out, and the others share what it took. A whole column is
  /// never shortened, and the last one is wider than the terminal rather than cut.
  private func widths(available: Int) -> [Int] {
    let natural = columns.indices.map { index in
      let cells = rows.map { $0[index].displayWidth }
      return max(columns[index].title.displayWidth, cells.max() ?? 0)
    }
    var shown = natural.indices.sorted { (columns[$0].priority, $1) < (columns[$1].priority, $0) }
    while let least = shown.first {
      var widths = natural.indices.map { shown.contains($0) ? natural[$0] : 0 }
      var excess = shown.map { natural[$0] + Self.gap }.reduce(-Self.gap, +) - available
      for index in shown where excess > 0 {
        if columns[index].isWhole { continue }
        let minimum = shown.count == 1 ? 1 : columns[index].minimumWidth
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

extension Terminal {
  /// Writes a table to the standard output.
  public func write(_ table: Table) throws(TerminalError) {
    try write(table.text(for: capabilities))
  }
}

extension Styled {
  /// The line, closed so that a terminal that reorders text moves nothing that stands beside it.
  fileprivate var closingRightToLeft: Styled {
    guard runs.contains(where: { $0.text.contains(where: \.isRightToLeft) }) else { return self }
    return Styled(runs: runs + [Run(text: FrameRenderer.leftToRightMark, style: .plain)])
  }
}
