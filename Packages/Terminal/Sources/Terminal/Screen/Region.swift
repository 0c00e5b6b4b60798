/// A rectangle of cells; it is never smaller than nothing.
public struct Region: Sendable, Hashable {
  /// The first cell of a row, from 0.
  public var column: Int
  /// The first row, from 0.
  public var row: Int
  public var columns: Int
  public var rows: Int

  public init(column: Int = 0, row: Int = 0, columns: Int, rows: Int) {
    (self.column, self.row) = (column, row)
    (self.columns, self.rows) = (max(0, columns), max(0, rows))
  }

  func contains(_ column: Int, _ row: Int) -> Bool {
    (self.column..<self.column + columns).contains(column)
      && (self.row..<self.row + rows).contains(row)
  }

  public func splitTop(_ count: Int) -> (top: Region, rest: Region) {
    let count = min(max(0, count), rows)
    return (
      Region(column: column, row: row, columns: columns, rows: count),
      Region(column: column, row: row + count, columns: columns, rows: rows - count)
    )
  }

  public func splitBottom(_ count: Int) -> (rest: Region, bottom: Region) {
    let parts = splitTop(rows - min(max(0, count), rows))
    return (parts.top, parts.rest)
  }

  public func splitLeading(_ count: Int) -> (leading: Region, rest: Region) {
    let count = min(max(0, count), columns)
    return (
      Region(column: column, row: row, columns: count, rows: rows),
      Region(column: column + count, row: row, columns: columns - count, rows: rows)
    )
  }

  public func splitTrailing(_ count: Int) -> (rest: Region, trailing: Region) {
    let parts = splitLeading(columns - min(max(0, count), columns))
    return (parts.leading, parts.rest)
  }

  /// The rectangle without a margin on each side.
  public func inset(columns margin: Int = 1, rows rowMargin: Int = 1) -> Region {
    Region(
      column: column + margin, row: row + rowMargin, columns: columns - 2 * margin,
      rows: rows - 2 * rowMargin)
  }
}
