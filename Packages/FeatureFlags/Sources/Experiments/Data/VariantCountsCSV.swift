import Basics

/// Counts of variants as comma-separated values with the header `variant,exposed,converted,weight`.
///
/// There are more columns when there is something to write in them: rows with a `segment` are about
/// its riders, the others about all riders; rows with a `metric` and a `conversion` have the sums of a
/// value. The `role` is `goal` for the value that the verdict rests on, and `mustNotRise` or
/// `mustNotFall` for what must not get worse.
public enum VariantCountsCSV {
  private static let columns = ["variant", "exposed", "converted", "weight"]
  private static let segmentColumn = "segment"
  static let goal = "goal"
  private static let roleColumn = "role"
  private static let metricColumns = [
    "metric", "conversion", "sum", "squares", "otherSum", "otherSquares", "products",
  ]

  /// The contents of a table.
  public struct Contents: Equatable, Sendable {
    /// The variants, the default first.
    public var counts: [VariantCounts] = []
    /// The value that the verdict rests on; `nil` when it rests on how many riders convert.
    public var value: MetricSummary?
    public var guardrails: [Guardrail] = []
    public var segments: [ExperimentSegment] = []
    /// The further values.
    public var metrics: [MetricSummary] = []

    public init(
      counts: [VariantCounts] = [], value: MetricSummary? = nil, guardrails: [Guardrail] = [],
      segments: [ExperimentSegment] = [], metrics: [MetricSummary] = []
    ) {
      self.counts = counts
      self.value = value
      self.guardrails = guardrails
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
    let hasRoles = contents.value != nil || !contents.guardrails.isEmpty
    let hasMetrics = hasRoles || !contents.metrics.isEmpty
    func row(
      _ fields: [String], segment: String = "", role: String = "", metric: [String] = []
    ) -> String {
      var fields = fields
      if hasSegments { fields.append(CSV.field(segment)) }
      if hasRoles { fields.append(role) }
      if hasMetrics {
        fields += metric + metricColumns.dropFirst(metric.count).map { _ in "" }
      }
      return fields.joined(separator: ",")
    }
    func rows(_ metric: MetricSummary, segment: String = "", role: String = "") -> [String] {
      metric.rows.map { own in
        let sums = own.sums
        let values = [sums.sum, sums.squares, sums.otherSum, sums.otherSquares, sums.products]
        return row(
          [CSV.field(own.variant), String(sums.riders), "0", "1"], segment: segment, role: role,
          metric: [metric.metric.rawValue, CSV.field(metric.conversion)] + values.map { "\($0)" })
      }
    }
    var lines = [
      (columns + (hasSegments ? [segmentColumn] : []) + (hasRoles ? [roleColumn] : [])
        + (hasMetrics ? metricColumns : []))
        .joined(separator: ",")
    ]
    lines += contents.counts.map { row(fields(of: $0)) }
    if let value = contents.value { lines += rows(value, role: goal) }
    for guardrail in contents.guardrails {
      let role = guardrail.mustNot.role
      lines += guardrail.counts.map {
        row(fields(of: $0), role: role, metric: ["", CSV.field(guardrail.conversion)])
      }
      if let value = guardrail.value { lines += rows(value, role: role) }
    }
    for segment in contents.segments {
      lines += segment.counts.map { row(fields(of: $0), segment: segment.name) }
      if let value = segment.value { lines += rows(value, segment: segment.name, role: goal) }
    }
    for metric in contents.metrics { lines += rows(metric) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func fields(of counts: VariantCounts) -> [String] {
    [
      CSV.field(counts.variant), String(counts.exposed), String(counts.converted),
      "\(counts.weight)",
    ]
  }

  static func trimmed(_ text: String) -> String {
    String(text.trimming { $0 == " " || $0 == "\t" })
  }
}

/// An invalid table of counts.
public struct VariantCountsError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  let line: Int
  /// The problem there.
  let problem: String

  /// The line, the problem, and the expected header.
  public var description: String {
    """
    line \(line): \(problem). The header is variant,exposed,converted and optionally weight, \
    segment and the other columns that 'koober-cloud experiments export' writes.
    """
  }
}
