/// Counts of variants as comma-separated values with the header `variant,exposed,converted,weight`.
public enum VariantCountsCSV {
  private static let columns = ["variant", "exposed", "converted", "weight"]

  /// Reads counts; the column `weight` may be missing, then all weights are equal.
  ///
  /// The order of the columns is free, and unknown ones are ignored. Fields may be quoted as in
  /// RFC 4180.
  ///
  /// - Throws: ``CSVError`` with the line that cannot be read.
  public static func counts(parsing text: String) throws(CSVError) -> [VariantCounts] {
    var rows = try CSVReader.rows(of: text)
    guard !rows.isEmpty else { throw CSVError(line: 1, problem: "there is no header") }
    let header = rows.removeFirst().fields.map(trimmed)
    for column in columns.dropLast() where !header.contains(column) {
      throw CSVError(line: 1, problem: "the header has no column '\(column)'")
    }
    var counts: [VariantCounts] = []
    for row in rows {
      guard row.fields.count == header.count else {
        throw CSVError(
          line: row.line,
          problem: "there are \(row.fields.count) fields under \(header.count) columns")
      }
      counts.append(try Self.counts(in: row, header))
    }
    return counts
  }

  /// Writes counts so that they can be read again.
  public static func text(of counts: [VariantCounts]) -> String {
    let rows = counts.map {
      [quoted($0.variant), String($0.exposed), String($0.converted), "\($0.weight)"]
        .joined(separator: ",")
    }
    return ([columns.joined(separator: ",")] + rows).joined(separator: "\n") + "\n"
  }

  private static func counts(
    in row: CSVReader.Row, _ header: [String]
  ) throws(CSVError) -> VariantCounts {
    func field(_ column: String) -> String? {
      header.firstIndex(of: column).map { row.fields[$0] }
    }
    func number(_ column: String) throws(CSVError) -> Int {
      let text = trimmed(field(column) ?? "")
      guard let number = Int(text) else {
        throw CSVError(line: row.line, problem: "'\(text)' under '\(column)' is no whole number")
      }
      return number
    }
    let weightText = trimmed(field("weight") ?? "1")
    guard let weight = Double(weightText), weight.isFinite else {
      throw CSVError(line: row.line, problem: "'\(weightText)' under 'weight' is no number")
    }
    return VariantCounts(
      variant: field("variant") ?? "", exposed: try number("exposed"),
      converted: try number("converted"), weight: weight)
  }

  private static func trimmed(_ text: String) -> String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    let start = text.drop(while: isBlank)
    let trailing = start.reversed().prefix(while: isBlank).count
    return String(start.dropLast(trailing))
  }

  private static func quoted(_ field: String) -> String {
    guard field.contains(where: { ",\"\n\r\r\n".contains($0) }) else { return field }
    return "\""
      + field.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }
}

/// An invalid table of counts.
public struct CSVError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  public let line: Int
  /// What is wrong there.
  public let problem: String

  /// The line, the problem, and the expected header.
  public var description: String {
    "line \(line): \(problem). The header is variant,exposed,converted and optionally weight."
  }
}
