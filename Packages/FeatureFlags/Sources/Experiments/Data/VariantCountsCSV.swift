import Basics

/// Counts of variants as comma-separated values with the header `variant,exposed,converted,weight`.
///
/// There are more columns when there is something to write in them: rows with a `segment` are about
/// its riders, and rows with a `metric` and a `conversion` have the sums of a value; the others are
/// about all riders.
public enum VariantCountsCSV {
  private static let columns = ["variant", "exposed", "converted", "weight"]
  private static let segmentColumn = "segment"
  private static let metricColumns = [
    "metric", "conversion", "sum", "squares", "otherSum", "otherSquares", "products",
  ]

  /// What a table holds.
  public struct Contents: Equatable, Sendable {
    /// The variants, the default first.
    public var counts: [VariantCounts] = []
    public var segments: [ExperimentSegment] = []
    public var metrics: [MetricSummary] = []

    public init(
      counts: [VariantCounts] = [], segments: [ExperimentSegment] = [],
      metrics: [MetricSummary] = []
    ) {
      self.counts = counts
      self.segments = segments
      self.metrics = metrics
    }
  }

  /// Reads counts; the column `weight` may be missing, then all weights are equal.
  ///
  /// The order of the columns is free, and unknown ones are ignored. Fields may be quoted as in
  /// RFC 4180.
  ///
  /// - Throws: ``VariantCountsError`` with the line that cannot be read.
  public static func contents(parsing text: String) throws(VariantCountsError) -> Contents {
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
    var contents = Contents()
    for row in rows {
      guard row.fields.count == header.count else {
        throw VariantCountsError(
          line: row.line,
          problem: "there are \(row.fields.count) fields under \(header.count) columns")
      }
      try contents.add(CSVRow(row, header))
    }
    return contents
  }

  /// Writes counts so that they can be read again.
  public static func text(of contents: Contents) -> String {
    let hasSegments = !contents.segments.isEmpty
    let hasMetrics = !contents.metrics.isEmpty
    func row(_ fields: [String], segment: String = "", metric: [String] = []) -> String {
      var fields = fields
      if hasSegments { fields.append(CSV.field(segment)) }
      if hasMetrics {
        fields += metric.isEmpty ? metricColumns.map { _ in "" } : metric
      }
      return fields.joined(separator: ",")
    }
    var lines = [
      (columns + (hasSegments ? [segmentColumn] : []) + (hasMetrics ? metricColumns : []))
        .joined(separator: ",")
    ]
    lines += contents.counts.map { row(fields(of: $0)) }
    for segment in contents.segments {
      lines += segment.counts.map { row(fields(of: $0), segment: segment.name) }
    }
    for metric in contents.metrics {
      lines += metric.rows.map { own in
        let sums = own.sums
        let values = [sums.sum, sums.squares, sums.otherSum, sums.otherSquares, sums.products]
        return row(
          [CSV.field(own.variant), String(sums.riders), "0", "1"],
          metric: [metric.metric.rawValue, CSV.field(metric.conversion)] + values.map { "\($0)" })
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func fields(of counts: VariantCounts) -> [String] {
    [
      CSV.field(counts.variant), String(counts.exposed), String(counts.converted),
      "\(counts.weight)",
    ]
  }

  fileprivate static func trimmed(_ text: String) -> String {
    String(text.trimming { $0 == " " || $0 == "\t" })
  }
}

extension VariantCountsCSV.Contents {
  fileprivate mutating func add(_ row: CSVRow) throws(VariantCountsError) {
    if let name = row["metric"]?.trimmingBlanks, !name.isEmpty {
      guard let metric = Metric(rawValue: String(name)) else {
        throw VariantCountsError(line: row.line, problem: "'\(name)' is no metric")
      }
      let conversion = row["conversion"] ?? ""
      let own = MetricSummary.Row(variant: row["variant"] ?? "", sums: try row.sums())
      let index = metrics.firstIndex {
        $0.metric == metric && $0.conversion.utf8.elementsEqual(conversion.utf8)
      }
      if let index {
        metrics[index].rows.append(own)
      } else {
        metrics.append(MetricSummary(conversion: conversion, metric: metric, rows: [own]))
      }
      return
    }
    let own = try row.counts()
    let name = row["segment"] ?? ""
    if name.isEmpty {
      counts.append(own)
    } else if let index = segments.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
      segments[index].counts.append(own)
    } else {
      segments.append(ExperimentSegment(name: name, counts: [own]))
    }
  }
}

/// The fields of a row by their columns.
private struct CSVRow {
  let line: Int
  private let header: [String]
  private let fields: [String]

  init(_ row: CSV.Record, _ header: [String]) {
    line = row.line
    self.header = header
    fields = row.texts
  }

  subscript(column: String) -> String? { header.firstIndex(of: column).map { fields[$0] } }

  func counts() throws(VariantCountsError) -> VariantCounts {
    VariantCounts(
      variant: self["variant"] ?? "", exposed: try whole("exposed"),
      converted: try whole("converted"), weight: try number("weight", default: "1"))
  }

  func sums() throws(VariantCountsError) -> MetricSums {
    MetricSums(
      riders: try whole("exposed"), sum: try number("sum"), squares: try number("squares"),
      otherSum: try number("otherSum"), otherSquares: try number("otherSquares"),
      products: try number("products"))
  }

  private func whole(_ column: String) throws(VariantCountsError) -> Int {
    let text = VariantCountsCSV.trimmed(self[column] ?? "")
    guard let number = Int(text) else {
      throw VariantCountsError(
        line: line, problem: "'\(text)' under '\(column)' is no whole number")
    }
    return number
  }

  private func number(
    _ column: String, default missing: String = ""
  ) throws(VariantCountsError) -> Double {
    let text = (self[column] ?? missing).trimmingBlanks
    guard let number = Double(text), number.isFinite else {
      throw VariantCountsError(line: line, problem: "'\(text)' under '\(column)' is no number")
    }
    return number
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
