import Basics

/// Counts of variants as comma-separated values with the header `variant,exposed,converted,weight`.
///
/// There are more columns when there is something to write in them: rows with a `segment` are about
/// its riders, the others about all riders; rows with a `metric` and a `conversion` have the sums of a
/// value. The `role` is `goal` for the value that the verdict rests on, and `mustNotRise` or
/// `mustNotFall` for what must not get worse.
public enum VariantCountsCSV {
  private static let goal = "goal"
  private static let columns = ["variant", "exposed", "converted", "weight"]
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
    var records: [CSV.Record]
    do throws(CSV.ParseError) {
      records = try CSV.records(of: text)
    } catch {
      throw VariantCountsError(line: error.line, problem: error.problem)
    }
    guard !records.isEmpty else { throw VariantCountsError(line: 1, problem: "there is no header") }
    let header = records.removeFirst().texts.map { String($0.trimming { " \t".contains($0) }) }
    for column in columns.dropLast() where !header.contains(column) {
      throw VariantCountsError(line: 1, problem: "the header has no column '\(column)'")
    }
    var contents = Contents()
    for record in records { try add(CSVRow(record, header), to: &contents) }
    return contents
  }

  /// Adds a row to the part that its role, its metric and its segment name.
  private static func add(
    _ row: CSVRow, to contents: inout Contents
  ) throws(VariantCountsError) {
    let role = row["role"].trimmingBlanks
    let segment = ExperimentSegment(name: row["segment"], counts: [])
    let harm = Guardrail.Harm.allCases.first { $0.role == role }
    guard harm != nil || role == goal || role.isEmpty else {
      throw row.error("'\(role)' is no role")
    }
    let metric = try row.metric()
    if role == goal, metric == nil { throw row.error("a goal needs a metric") }
    let counts = metric == nil ? try row.counts() : nil
    let sums = metric == nil ? nil : try row.sums()
    func append(to all: inout [VariantCounts], _ value: inout MetricSummary?) {
      if let counts { all.append(counts) }
      guard let sums else { return }
      value = value ?? metric
      value?.rows.append(sums)
    }
    if let harm {
      let guardrail =
        metric.map { Guardrail($0, mustNot: harm) }
        ?? Guardrail(conversion: row["conversion"], mustNot: harm, counts: [])
      contents.guardrails.change(guardrail, by: \.part) { append(to: &$0.counts, &$0.value) }
    } else if let metric, let sums, role.isEmpty {
      contents.metrics.change(metric, by: \.part) { $0.rows.append(sums) }
    } else if segment.name.isEmpty {
      append(to: &contents.counts, &contents.value)
    } else {
      contents.segments.change(segment, by: \.part) { append(to: &$0.counts, &$0.value) }
    }
  }

  /// Writes counts so that they can be read again.
  public static func text(of contents: Contents) -> String {
    var rows = rows(contents.counts)
    if let value = contents.value { rows += self.rows(value, ["role": goal]) }
    for guardrail in contents.guardrails {
      let role = ["role": guardrail.mustNot.role, "conversion": guardrail.conversion]
      rows += self.rows(guardrail.counts, role)
      if let value = guardrail.value { rows += self.rows(value, role) }
    }
    for segment in contents.segments {
      rows += self.rows(segment.counts, ["segment": segment.name])
      if let value = segment.value {
        rows += self.rows(value, ["segment": segment.name, "role": goal])
      }
    }
    for metric in contents.metrics { rows += self.rows(metric, [:]) }
    let hasRoles = contents.value != nil || !contents.guardrails.isEmpty
    var header = columns
    if !contents.segments.isEmpty { header.append("segment") }
    if hasRoles { header.append("role") }
    if hasRoles || !contents.metrics.isEmpty { header += metricColumns }
    let lines = rows.map { row in header.map { CSV.field(row[$0] ?? "") } }
    return ([header] + lines).map { $0.joined(separator: ",") + "\n" }.joined()
  }

  private static func rows(
    _ counts: [VariantCounts], _ part: [String: String] = [:]
  ) -> [[String: String]] {
    counts.map { counts in
      let numbers = [
        "variant": counts.variant, "exposed": "\(counts.exposed)",
        "converted": "\(counts.converted)", "weight": "\(counts.weight)",
      ]
      return numbers.merging(part) { own, _ in own }
    }
  }

  private static func rows(
    _ metric: MetricSummary, _ part: [String: String]
  ) -> [[String: String]] {
    metric.rows.map { row in
      let sums = row.sums
      let numbers = [
        "variant": row.variant, "exposed": "\(sums.riders)", "converted": "0", "weight": "1",
        "metric": metric.metric.rawValue, "conversion": metric.conversion, "sum": "\(sums.sum)",
        "squares": "\(sums.squares)", "otherSum": "\(sums.otherSum)",
        "otherSquares": "\(sums.otherSquares)", "products": "\(sums.products)",
      ]
      return numbers.merging(part) { own, _ in own }
    }
  }
}

extension Guardrail.Harm {
  /// The word in a table.
  fileprivate var role: String {
    switch self {
    case .rise: "mustNotRise"
    case .fall: "mustNotFall"
    }
  }
}

// The part of a table to which rows belong together.
extension Guardrail {
  fileprivate var part: [CodeUnits] {
    [CodeUnits(mustNot.role)] + (value?.part ?? [CodeUnits(conversion)])
  }
}

extension ExperimentSegment {
  fileprivate var part: CodeUnits { CodeUnits(name) }
}

extension MetricSummary {
  fileprivate var part: [CodeUnits] { [CodeUnits(metric.rawValue), CodeUnits(conversion)] }
}

extension Array {
  /// Changes the element of the same part as `new`, which is added if there is none.
  fileprivate mutating func change<Part: Equatable>(
    _ new: Element, by part: (Element) -> Part, _ change: (inout Element) -> Void
  ) {
    let index = firstIndex { part($0) == part(new) } ?? endIndex
    if index == endIndex { append(new) }
    change(&self[index])
  }
}

/// The fields of a row by their columns; a missing one is empty.
private struct CSVRow {
  private let line: Int
  private let fields: [String: String]

  init(_ record: CSV.Record, _ header: [String]) throws(VariantCountsError) {
    line = record.line
    fields = Dictionary(zip(header, record.texts)) { first, _ in first }
    guard record.fields.count == header.count else {
      throw error("there are \(record.fields.count) fields under \(header.count) columns")
    }
  }

  func error(_ problem: String) -> VariantCountsError {
    VariantCountsError(line: line, problem: problem)
  }

  subscript(column: String) -> String { fields[column] ?? "" }

  func counts() throws(VariantCountsError) -> VariantCounts {
    VariantCounts(
      variant: self["variant"], exposed: try whole("exposed"), converted: try whole("converted"),
      weight: fields["weight"] == nil ? 1 : try number("weight"))
  }

  /// The metric of the row, without its numbers; `nil` for a row of counts.
  func metric() throws(VariantCountsError) -> MetricSummary? {
    let name = self["metric"].trimmingBlanks
    guard !name.isEmpty else { return nil }
    guard let metric = Metric(rawValue: name) else { throw error("'\(name)' is no metric") }
    return MetricSummary(conversion: self["conversion"], metric: metric, rows: [])
  }

  func sums() throws(VariantCountsError) -> MetricSummary.Row {
    let sums = MetricSums(
      riders: try whole("exposed"), sum: try number("sum"), squares: try number("squares"),
      otherSum: try number("otherSum"), otherSquares: try number("otherSquares"),
      products: try number("products"))
    return MetricSummary.Row(variant: self["variant"], sums: sums)
  }

  private func whole(_ column: String) throws(VariantCountsError) -> Int {
    let text = self[column].trimmingBlanks
    guard let number = Int(text) else {
      throw error("'\(text)' under '\(column)' is no whole number")
    }
    return number
  }

  private func number(_ column: String) throws(VariantCountsError) -> Double {
    let text = self[column].trimmingBlanks
    guard let number = Double(text), number.isFinite else {
      throw error("'\(text)' under '\(column)' is no number")
    }
    return number
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
