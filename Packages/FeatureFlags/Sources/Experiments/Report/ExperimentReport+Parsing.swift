public import Basics

extension ExperimentReport {
  /// Analyzes the counts in a report's JSON again.
  ///
  /// - Returns: `nil` when it is no report.
  public init?(json: JSON) {
    guard let members = json.object, let counts = members["variants"].flatMap(Self.counts) else {
      return nil
    }
    var phases: [ExperimentPhase] = []
    for phase in members["phases"]?.elements ?? [] {
      guard let number = phase.object?["number"]?.whole, let since = phase.object?["since"]?.text,
        let counts = phase.object?["variants"].flatMap(Self.counts)
      else { return nil }
      phases.append(ExperimentPhase(number: number, since: since, counts: counts))
    }
    var guardrails: [Guardrail] = []
    for guardrail in members["guardrails"]?.elements ?? [] {
      guard let name = guardrail.object?["conversion"]?.text,
        let mustNot = guardrail.object?["mustNot"]?.text.flatMap(Guardrail.Harm.init(rawValue:)),
        let counts = guardrail.object?["variants"].flatMap(Self.counts)
      else { return nil }
      if let value = guardrail.object?["metric"], value != .null {
        guard let value = MetricSummary(json: value) else { return nil }
        guardrails.append(Guardrail(value, mustNot: mustNot))
      } else {
        guardrails.append(Guardrail(conversion: name, mustNot: mustNot, counts: counts))
      }
    }
    var segments: [ExperimentSegment] = []
    for segment in members["segments"]?.elements ?? [] {
      guard let name = segment.object?["segment"]?.text,
        let counts = segment.object?["variants"].flatMap(Self.counts)
      else { return nil }
      let value = segment.object?["metric"].flatMap(MetricSummary.init(json:))
      segments.append(ExperimentSegment(name: name, counts: counts, value: value))
    }
    var metrics: [MetricSummary] = []
    for metric in members["metrics"]?.elements ?? [] {
      guard let read = MetricSummary(json: metric) else { return nil }
      metrics.append(read)
    }
    let details = ExperimentDetails(
      state: members["state"]?.text.flatMap(ExperimentDetails.State.init(rawValue:)),
      plannedRiders: members["plannedRiders"]?.whole, phase: members["phase"]?.whole,
      phases: phases, leftOut: members["leftOut"]?.whole ?? 0, guardrails: guardrails,
      segments: segments, metrics: metrics)
    do {
      try self.init(
        flag: members["flag"]?.text, conversion: members["conversion"]?.text,
        value: members["metric"].flatMap(MetricSummary.init(json:)), counts: counts,
        details: details)
    } catch {
      return nil
    }
  }

  private static func counts(_ json: JSON) -> [VariantCounts]? {
    guard let rows = json.elements else { return nil }
    var counts: [VariantCounts] = []
    for row in rows {
      guard let members = row.object, let variant = members["variant"]?.text,
        let exposed = members["exposed"]?.whole, let converted = members["converted"]?.whole,
        let weight = members["weight"]?.double
      else { return nil }
      counts.append(
        VariantCounts(variant: variant, exposed: exposed, converted: converted, weight: weight))
    }
    return counts
  }
}

extension MetricSummary {
  fileprivate init?(json: JSON) {
    guard let members = json.object, let conversion = members["conversion"]?.text,
      let metric = members["metric"]?.text.flatMap(Metric.init(rawValue:)),
      let variants = members["variants"]?.elements
    else { return nil }
    var rows: [Row] = []
    for variant in variants {
      guard let members = variant.object, let name = members["variant"]?.text,
        let riders = members["riders"]?.whole, let sum = members["sum"]?.double,
        let squares = members["squares"]?.double, let otherSum = members["otherSum"]?.double,
        let otherSquares = members["otherSquares"]?.double,
        let products = members["products"]?.double
      else { return nil }
      rows.append(
        Row(
          variant: name,
          sums: MetricSums(
            riders: riders, sum: sum, squares: squares, otherSum: otherSum,
            otherSquares: otherSquares, products: products)))
    }
    self.init(conversion: conversion, metric: metric, rows: rows)
  }
}

extension JSON {
  fileprivate var whole: Int? {
    if case .number(let number) = self { number.integer(Int.self) } else { nil }
  }
}
