import Basics

/// Counts of variants as comma-separated values with the header `variant,exposed,converted,weight`.
public enum VariantCountsCSV {
  private static let columns = ["variant", "exposed", "converted", "weight"]

  /// Reads counts; the column `weight` may be missing, then all weights are equal.
  ///
  /// The order of the columns is free, and unknown ones are ignored. Fields may be quoted as in
  /// RFC 4180.
  ///
  /// - Throws: ``VariantCountsError`` with the line that cannot be read.
  public static func counts(parsing text: String) throws(VariantCountsError) -> [VariantCounts] {
    var rows: [CSV.Record]
    do throws(CSV.ParseError) {
      rows = try CSV.records(of: text)
    } catch {
      throw VariantCountsError(line: error.line, problem: error.problem)
    }
    guard !rows.isEmpty else { throw VariantCountsError(line: 1, problem: "there is no header") }
    let header = rows.removeFirst().texts.map(trimmed)
    for column in columns.dropLast() where !header.contains(column) {
      throw VariantCountsError(line: 1, problem: "the header has no column '\(column)'")
    }
    var counts: [VariantCounts] = []
    for row in rows {
      guard row.fields.count == header.count else {
        throw VariantCountsError(
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
      [CSV.field($0.variant), String($0.exposed), String($0.converted), "\($0.weight)"]
        .joined(separator: ",")
    }
    return ([columns.joined(separator: ",")] + rows).joined(separator: "\n") + "\n"
  }

  private static func counts(
    in row: CSV.Record, _ header: [String]
  ) throws(VariantCountsError) -> VariantCounts {
    let fields = row.texts
    func field(_ column: String) -> String? {
      header.firstIndex(of: column).map { fields[$0] }
    }
    func number(_ column: String) throws(VariantCountsError) -> Int {
      let text = trimmed(field(column) ?? "")
      guard let number = Int(text) else {
        throw VariantCountsError(
          line: row.line, problem: "'\(text)' under '\(column)' is no whole number")
      }
      return number
    }
    let weightText = (field("weight") ?? "1").trimmingBlanks
    guard let weight = Double(weightText), weight.isFinite else {
      throw VariantCountsError(
        line: row.line, problem: "'\(weightText)' under 'weight' is no number")
    }
    return VariantCounts(
      variant: field("variant") ?? "", exposed: try number("exposed"),
      converted: try number("converted"), weight: weight)
  }

  private static func trimmed(_ text: String) -> String {
    String(text.trimming { $0 == " " || $0 == "\t" })
  }
}

/// An invalid table of counts.
public struct VariantCountsError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  let line: Int
  /// What is wrong there.
  let problem: String

  /// The line, the problem, and the expected header.
  public var description: String {
    "line \(line): \(problem). The header is variant,exposed,converted and optionally weight."
  }
}
