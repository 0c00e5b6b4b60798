/// Rows of cells under headings.
///
/// On a terminal the columns are aligned and fit its width; in a pipe every row is one line of
/// whole cells between tabs, without headings; in the accessible form every cell is a line
/// `label: value`, with an empty line between rows.
public struct Table: Sendable {
  /// One column.
  public struct Column: Sendable {
    /// The alignment of the cells in their column.
    public enum Alignment: Sendable {
      case leading, trailing
    }

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
    ///   - isWhole: Whether it is shown whole or not at all, as what loses its meaning when it is cut:
    ///     an identifier, a link, a time. Trailing columns hold amounts, so they always are.
    public init(
      _ title: String, alignment: Alignment = .leading, priority: Int = 0, minimumWidth: Int = 8,
      isWhole: Bool = false
    ) {
      self.isWhole = isWhole || alignment == .trailing
      self.title = title
      self.alignment = alignment
      self.priority = priority
      self.minimumWidth = max(1, minimumWidth)
    }
  }

  let columns: [Column]
  let rows: [[Styled]]

  /// Creates a table; a row that is too short is filled, one that is too long is cut.
  public init(columns: [Column], rows: [[Styled]]) {
    self.columns = columns
    self.rows = rows.map { row in
      columns.indices.map { $0 < row.count ? row[$0] : "" }
    }
  }

  /// The table's text, in the form that suits the standard output; every line ends with a break.
  public func text(for capabilities: TerminalCapabilities) -> String {
    if !capabilities.outputIsTerminal { return tabSeparated }
    if capabilities.isAccessible { return labeled(capabilities.outputColor) }
    let columns = capabilities.size.columns
    let layout = TableLayout(table: self, columns: columns, isUnicode: capabilities.isUnicode)
    return (layout.lines + (layout.remark?.wrapped(to: columns) ?? [])).map {
      $0.rendered(capabilities.outputColor) + "\n"
    }.joined()
  }

  /// The headings and the rows, aligned and fitted into a width.
  public func lines(columns: Int, isUnicode: Bool) -> [Styled] {
    TableLayout(table: self, columns: columns, isUnicode: isUnicode).lines
  }

  private var tabSeparated: String {
    rows.map { row in row.map(\.text).joined(separator: "\t") + "\n" }.joined()
  }

  private func labeled(_ color: ColorLevel) -> String {
    rows.map { row in
      zip(columns, row).map { column, cell in
        "\(column.title): \(cell.rendered(color))\n"
      }.joined()
    }.joined(separator: "\n")
  }
}

extension Terminal {
  /// Writes a table to the standard output.
  public func write(_ table: Table) throws(TerminalError) {
    try write(table.text(for: capabilities))
  }
}
