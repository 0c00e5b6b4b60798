import Basics

/// Counts of variants as comma-separated values with the header `variant,exposed,converted,weight`,
/// and `segment` when there are any; rows without one are about all riders.
public enum VariantCountsCSV {
  private static let columns = ["variant", "exposed", "converted", "weight"]
  private static let segmentColumn = "segment"

  /// Reads counts; the column `weight` may be missing, then all weights are equal.
  ///
  /// The order of the columns is free, and unknown ones are ignored. Fields may be quoted as in
  /// RFC 4180.
  ///
  /// - Throws: ``VariantCountsError`` with the line that cannot be read.
  public static func counts(
    parsing text: String
  ) throws(VariantCountsError) -> (all: [VariantCounts], segments: [ExperimentSegment]) {
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
    var segments: [ExperimentSegment] = []
    for row in rows {
      guard row.fields.count == header.count else {
        throw VariantCountsError(
          line: row.line,
          problem: "there are \(row.fields.count) fields under \(header.count) columns")
      }
      let own = try Self.counts(in: row, header)
      let name = header.firstIndex(of: segmentColumn).map { row.texts[$0] } ?? ""
      if name.isEmpty {
        counts.append(own)
      } else if let index = segments.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
        segments[index].counts.append(own)
      } else {
        segments.append(ExperimentSegment(name: name, counts: [own]))
      }
    }
    return (counts, segments)
  }

  /// Writes counts so that they can be read again.
  public static func text(
    of counts: [VariantCounts], segments: [ExperimentSegment] = []
  ) -> String {
    let rows =
      segments.isEmpty
      ? counts.map(fields)
      : counts.map { fields(of: $0) + [""] }
        + segments.flatMap { segment in
          segment.counts.map { fields(of: $0) + [CSV.field(segment.name)] }
        }
    let header = segments.isEmpty ? columns : columns + [segmentColumn]
    return ([header] + rows).map { $0.joined(separator: ",") }.joined(separator: "\n") + "\n"
  }

  private static func fields(of counts: VariantCounts) -> [String] {
    [
      CSV.field(counts.variant), String(counts.exposed), String(counts.converted),
      "\(counts.weight)",
    ]
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
    "line \(line): \(problem). The header is variant,exposed,converted and optionally weight and segment."
  }
}
