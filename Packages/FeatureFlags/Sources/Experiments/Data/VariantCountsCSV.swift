import Basics

/// Counts of variants as comma-separated values with the header `variant,exposed,converted,weight`.
///
/// There are more columns when there is something to write in them: rows with a `segment` are about
/// its riders, the others about all riders; rows with a `metric` and a `conversion` have the sums of a
/// value. The `role` is `goal` for the value that the verdict rests on, and `mustNotRise` or
/// `mustNotFall` for what must not get worse.
public enum VariantCountsCSV {
  private static let columns = ["variant", "exposed", "converted", "weight"]
  /// The role of the value that the verdict rests on.
  fileprivate static let goal = "goal"

  public struct Contents: MeasuredVariants, Equatable, Sendable {
    /// The variants, the default first.
    public var counts: [VariantCounts] = []
    /// The value that the verdict rests on; `nil` when it rests on how many riders convert.
    public var value: MetricSummary?
    public var guardrails: [Guardrail] = []
    public var segments: [ExperimentSegment] = []
    /// The further values.
    public var metrics: [MetricSummary] = []

    /// Adds a row's numbers to the part that its role, its metric and its segment name.
    fileprivate mutating func add(_ row: CSVRow) throws(VariantCountsError) {
      let role = row["role"].trimmingBlanks
      let harm = Guardrail.Harm.allCases.first { $0.role == role }
      let isGoal = role == goal
      guard harm != nil || isGoal || role.isEmpty else { throw row.error("'\(role)' is no role") }
      let numbers = try row.numbers()
      switch (harm, numbers.value) {
      case (let harm?, let value?): guardrails.merge(Guardrail(value, mustNot: harm))
      case (let harm?, nil):
        guardrails.merge(
          Guardrail(conversion: row["conversion"], mustNot: harm, counts: numbers.counts))
      case (nil, nil) where isGoal: throw row.error("a goal needs a metric")
      case (nil, let value?) where !isGoal: metrics.merge(value)
      case _ where row["segment"].isEmpty: append(numbers)
      default:
        segments.merge(
          ExperimentSegment(name: row["segment"], counts: numbers.counts, value: numbers.value))
      }
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
    for record in records { try contents.add(CSVRow(record, header)) }
    return contents
  }

  /// Writes counts so that they can be read again.
  public static func text(of contents: Contents) -> String {
    var rows = rows(contents)
    for guardrail in contents.guardrails {
      rows += self.rows(
        guardrail, ["role": guardrail.mustNot.role, "conversion": guardrail.conversion])
    }
    rows += contents.segments.flatMap { self.rows($0, ["segment": $0.name]) }
    rows += contents.metrics.flatMap(self.rows)
    let metricColumns = ["metric", "conversion"] + MetricSums.columns.map(\.key)
    let hasRoles = contents.value != nil || !contents.guardrails.isEmpty
    var header = columns
    if !contents.segments.isEmpty { header.append("segment") }
    if hasRoles { header.append("role") }
    if hasRoles || !contents.metrics.isEmpty { header += metricColumns }
    let lines = rows.map { row in header.map { CSV.field(row[$0] ?? "") } }
    return ([header] + lines).map { $0.joined(separator: ",") + "\n" }.joined()
  }

  /// The rows of counts and of the value, which is a goal where `part` names no other role.
  private static func rows(
    _ measured: some MeasuredVariants, _ part: [String: String] = [:]
  ) -> [[String: String]] {
    let counts = measured.counts.map { counts in
      [
        "variant": counts.variant, "exposed": "\(counts.exposed)",
        "converted": "\(counts.converted)", "weight": "\(counts.weight)",
      ].merging(part) { own, _ in own }
    }
    let part = part.merging(["role": goal]) { own, _ in own }
    return counts + (measured.value.map(rows) ?? []).map { $0.merging(part) { own, _ in own } }
  }

  private static func rows(_ metric: MetricSummary) -> [[String: String]] {
    metric.rows.map { row in
      var fields = [
        "variant": row.variant, "exposed": "\(row.sums.riders)", "converted": "0", "weight": "1",
        "metric": metric.metric.rawValue, "conversion": metric.conversion,
      ]
      for (name, sum) in MetricSums.columns { fields[name] = "\(row.sums[keyPath: sum])" }
      return fields
    }
  }
}

extension Guardrail.Harm {
  /// The role of a row that is about a guardrail.
  fileprivate var role: String { self == .rise ? "mustNotRise" : "mustNotFall" }
}

extension MeasuredVariants {
  fileprivate mutating func append(_ other: some MeasuredVariants) {
    counts += other.counts
    guard let more = other.value else { return }
    value?.append(more)
    value = value ?? more
  }
}

/// A part of a table, to which the rows with its key belong.
private protocol TablePart {
  var key: [CodeUnits] { get }
  mutating func append(_ other: Self)
}

extension Guardrail: TablePart {
  fileprivate var key: [CodeUnits] {
    [CodeUnits(mustNot.rawValue)] + (value?.key ?? [CodeUnits(conversion)])
  }
}

extension ExperimentSegment: TablePart {
  fileprivate var key: [CodeUnits] { [CodeUnits(name)] }
}

extension MetricSummary: TablePart {
  fileprivate var key: [CodeUnits] { [CodeUnits(metric.rawValue), CodeUnits(conversion)] }
  fileprivate mutating func append(_ other: MetricSummary) { rows += other.rows }
}

extension Array where Element: TablePart {
  /// Appends a part to the one with the same key, or as a new one.
  fileprivate mutating func merge(_ part: Element) {
    guard let index = firstIndex(where: { $0.key == part.key }) else { return append(part) }
    self[index].append(part)
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

  /// The counts of a variant, or the sums of its value.
  func numbers() throws(VariantCountsError) -> VariantCountsCSV.Contents {
    let (variant, name) = (self["variant"], self["metric"].trimmingBlanks)
    guard !name.isEmpty else {
      let counts = VariantCounts(
        variant: variant, exposed: try whole("exposed"), converted: try whole("converted"),
        weight: fields["weight"] == nil ? 1 : try number("weight"))
      return VariantCountsCSV.Contents(counts: [counts])
    }
    guard let metric = Metric(rawValue: name) else { throw error("'\(name)' is no metric") }
    var sums = MetricSums()
    sums.riders = try whole("exposed")
    for (name, sum) in MetricSums.columns { sums[keyPath: sum] = try number(name) }
    let row = MetricSummary.Row(variant: variant, sums: sums)
    return VariantCountsCSV.Contents(
      value: MetricSummary(conversion: self["conversion"], metric: metric, rows: [row]))
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
  let problem: String

  public var description: String {
    """
    line \(line): \(problem). The header is variant,exposed,converted and optionally weight, \
    segment and the other columns that 'koober-cloud experiments export' writes.
    """
  }
}
