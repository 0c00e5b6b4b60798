import Basics

extension VariantCountsCSV.Contents {
  mutating func add(_ row: CSVRow) throws(VariantCountsError) {
    let role = String((row["role"] ?? "").trimmingBlanks)
    let segment = row["segment"] ?? ""
    let harm = Guardrail.Harm.allCases.first { $0.role == role }
    guard role.isEmpty || role == VariantCountsCSV.goal || harm != nil else {
      throw VariantCountsError(line: row.line, problem: "'\(role)' is no role")
    }
    guard let metric = try row.metric() else {
      guard role != VariantCountsCSV.goal else {
        throw VariantCountsError(line: row.line, problem: "a goal needs a metric")
      }
      let own = try row.counts()
      if let harm {
        add(own, of: row["conversion"] ?? "", harm)
      } else if segment.isEmpty {
        counts.append(own)
      } else {
        segments[index(of: segment)].counts.append(own)
      }
      return
    }
    let own = MetricSummary.Row(variant: row["variant"] ?? "", sums: try row.sums())
    if let harm {
      let index = guardrails.firstIndex { $0.mustNot == harm && $0.value?.isLike(metric) == true }
      if let index {
        guardrails[index].value?.rows.append(own)
      } else {
        guardrails.append(Guardrail(metric.adding(own), mustNot: harm))
      }
    } else if role.isEmpty {
      if let index = metrics.firstIndex(where: metric.isLike) {
        metrics[index].rows.append(own)
      } else {
        metrics.append(metric.adding(own))
      }
    } else if segment.isEmpty {
      value = (value ?? metric).adding(own)
    } else {
      let index = index(of: segment)
      segments[index].value = (segments[index].value ?? metric).adding(own)
    }
  }

  private mutating func add(
    _ own: VariantCounts, of conversion: String, _ harm: Guardrail.Harm
  ) {
    let index = guardrails.firstIndex {
      $0.mustNot == harm && $0.value == nil && $0.conversion.utf8.elementsEqual(conversion.utf8)
    }
    if let index {
      guardrails[index].counts.append(own)
    } else {
      guardrails.append(Guardrail(conversion: conversion, mustNot: harm, counts: [own]))
    }
  }

  /// The position of a segment, which is added if it is new.
  private mutating func index(of segment: String) -> Int {
    if let index = segments.firstIndex(where: { $0.name.utf8.elementsEqual(segment.utf8) }) {
      return index
    }
    segments.append(ExperimentSegment(name: segment, counts: []))
    return segments.count - 1
  }
}

extension Guardrail.Harm {
  /// The word in a table.
  var role: String {
    switch self {
    case .rise: "mustNotRise"
    case .fall: "mustNotFall"
    }
  }
}

extension MetricSummary {
  fileprivate func isLike(_ other: MetricSummary) -> Bool {
    metric == other.metric && conversion.utf8.elementsEqual(other.conversion.utf8)
  }

  fileprivate func adding(_ row: Row) -> MetricSummary {
    MetricSummary(conversion: conversion, metric: metric, rows: rows + [row])
  }
}

/// The fields of a row by their columns.
struct CSVRow {
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

  /// The value that the row is about, without rows; `nil` for a row of counts.
  func metric() throws(VariantCountsError) -> MetricSummary? {
    let name = String((self["metric"] ?? "").trimmingBlanks)
    guard !name.isEmpty else { return nil }
    guard let metric = Metric(rawValue: name) else {
      throw VariantCountsError(line: line, problem: "'\(name)' is no metric")
    }
    return MetricSummary(conversion: self["conversion"] ?? "", metric: metric, rows: [])
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
