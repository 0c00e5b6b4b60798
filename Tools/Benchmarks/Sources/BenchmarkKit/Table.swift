/// The rows as text, in columns.
public struct Table: Sendable {
  /// The text, without a line break at the end.
  public let text: String

  /// Lays the rows out.
  public init(_ rows: [Row]) {
    let head = ["work", "median", "minimum", "allocs", "floor", "allocs", "ratio", "target"]
    text = Self.lines([head] + rows.map(Self.cells)).joined(separator: "\n")
  }

  /// Lays lines with the same number of cells out in columns.
  public static func lines(_ lines: [[String]]) -> [String] {
    let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { line($0, widths: widths) }
  }

  private static func cells(_ row: Row) -> [String] {
    let work = row.measurement.work
    let floor = row.measurement.floor
    return [
      row.name, time(work.median), time(work.minimum), count(work.allocations),
      floor.map { time($0.median) } ?? "-", count(floor?.allocations),
      row.measurement.ratio.map { decimal($0, digits: 2) } ?? "-", row.target,
    ]
  }

  /// Names stand to the left of their column, numbers to the right, and the target ends the line.
  private static func line(_ cells: [String], widths: [Int]) -> String {
    var line = cells[0] + spaces(widths[0] - cells[0].count)
    for (cell, width) in zip(cells, widths).dropFirst().dropLast() {
      line += "  " + spaces(width - cell.count) + cell
    }
    return line + "  " + (cells.last ?? "")
  }

  private static func spaces(_ count: Int) -> String {
    String(repeating: " ", count: count)
  }

  private static func count(_ count: Int?) -> String {
    count.map { "\($0)" } ?? "-"
  }

  /// Returns a time in a unit that leaves at most four digits before the point.
  public static func time(_ nanoseconds: Double) -> String {
    let units = [("ns", 1.0), ("µs", 1e3), ("ms", 1e6), ("s", 1e9)]
    let (unit, factor) = units.last { nanoseconds >= $0.1 * 10 } ?? units[0]
    return "\(decimal(nanoseconds / factor, digits: 1)) \(unit)"
  }

  /// Returns a number with a fixed count of digits after the point.
  public static func decimal(_ value: Double, digits: Int) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "\(value)" }
    var factor = 1.0
    for _ in 0..<digits { factor *= 10 }
    let scaled = Int((abs(value) * factor).rounded())
    let fraction = String(scaled % Int(factor))
    let sign = value < 0 && scaled > 0 ? "-" : ""
    return
      "\(sign)\(scaled / Int(factor)).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
  }
}
