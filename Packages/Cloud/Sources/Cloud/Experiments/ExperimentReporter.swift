import Basics
import Core
import Experiments
import FeatureFlags
import FoundationEssentials

/// Makes the reports of experiments, for every program and endpoint that shows one.
struct ExperimentReporter: Sendable {
  /// The conversion of a report where none is decided.
  static let defaultConversion = "ride_requested"

  let store: SQLStore

  /// Reports on a flag.
  ///
  /// - Parameters:
  ///   - conversion: The compared goal, as ``ExperimentGoal`` reads it; `nil` for the one of the
  ///     experiment's start.
  ///   - phase: `nil` for the last one of the experiment.
  ///   - definitions: The definitions of the flag, for one whose split was never recorded.
  /// - Returns: `nil` when there is no such flag or phase.
  func report(
    on flag: String, conversion: String? = nil, phase: Int? = nil,
    in definitions: FlagDefinitions?
  ) throws(StoreError) -> Result<ExperimentReport, ExperimentError>? {
    let experiment = try store.experiment(on: flag)
    let design = experiment?.decodedDesign
    let goal = ExperimentGoal(conversion ?? design?.conversion ?? Self.defaultConversion)
    let phases = try store.experimentPhases(of: flag).filter { phase in
      let isIn = experiment?.contains(phase) ?? true
      return isIn && phase.split != "[]"
    }
    let shown = phase == nil ? phases.last : phases.first { $0.number == phase }
    guard shown != nil || phase == nil else { return nil }
    guard
      let split = shown?.configuredSplit ?? definitions.flatMap({ Self.split(of: flag, in: $0) })
    else { return nil }

    let number = shown?.number ?? 1
    var details = ExperimentDetails(
      state: experiment.map { $0.stoppedAt == nil ? .running : .stopped },
      plannedRiders: design?.riders, phase: shown?.number)
    for phase in phases {
      guard let split = phase.configuredSplit else { continue }
      details.phases.append(
        ExperimentPhase(
          number: phase.number, since: Date(milliseconds: phase.since).formatted(.iso8601),
          counts: try counts(of: flag, goal.conversion, phase.number, split).variants))
    }
    let (variants, leftOut, rows) = try counts(of: flag, goal.conversion, number, split)
    details.leftOut = leftOut
    func value(_ metric: ExperimentMetric) throws(StoreError) -> MetricSummary {
      let sums = try store.experimentSums(
        flag: flag, conversion: metric.conversion, phase: number)
      return MetricSummary(metric, sums, of: variants)
    }
    for (goal, mustNot) in design?.guardrails ?? [] {
      if let metric = goal.metric {
        details.guardrails.append(Guardrail(try value(metric), mustNot: mustNot))
      } else {
        let counts = try counts(of: flag, goal.conversion, number, split).variants
        details.guardrails.append(
          Guardrail(conversion: goal.conversion, mustNot: mustNot, counts: counts))
      }
    }
    let sums = try goal.metric.map { (metric) throws(StoreError) in
      try store.experimentSums(flag: flag, conversion: metric.conversion, phase: number)
    }
    details.segments = (design?.segments ?? []).map { name in
      let counts = rows.filter { $0.segment.utf8.elementsEqual(name.utf8) }.counts(by: split)
      let own = (sums ?? []).filter { $0.segment.utf8.elementsEqual(name.utf8) }
      return ExperimentSegment(
        name: name, counts: counts,
        value: goal.metric.map { MetricSummary($0, own, of: counts) })
    }
    details.metrics = try (design?.metrics ?? []).map(value)
    let goalValue = goal.metric.map { MetricSummary($0, sums ?? [], of: variants) }
    do throws(ExperimentError) {
      return .success(
        try ExperimentReport(
          flag: flag, conversion: goal.conversion, value: goalValue, counts: variants,
          details: details))
    } catch {
      return .failure(error)
    }
  }

  /// Returns each flag with exposures or an experiment, with what its report says.
  func list(in definitions: FlagDefinitions) throws(StoreError) -> ExperimentList {
    var summaries: [ExperimentSummary] = []
    for flag in try store.experimentFlags() {
      switch try report(on: flag, in: definitions) {
      case .success(let report): summaries.append(ExperimentSummary(flag, report))
      case .failure(let error):
        summaries.append(ExperimentSummary(flag: flag, subjects: 0, verdict: error.description))
      case nil: continue  // The flag exists no more, and how it split riders was never recorded.
      }
    }
    return ExperimentList(experiments: summaries, conversions: try store.conversionNames())
  }

  private func counts(
    of flag: String, _ conversion: String, _ phase: Int, _ split: ConfiguredSplit
  ) throws(StoreError) -> (variants: [VariantCounts], leftOut: Int, rows: [ExperimentCount]) {
    let rows = try store.experimentCounts(flag: flag, conversion: conversion, phase: phase)
    let leftOut = rows.filter(\.variant.isEmpty).reduce(0) { $0 + $1.exposed }
    return (rows.counts(by: split), leftOut, rows)
  }

  private static func split(
    of flag: String, in definitions: FlagDefinitions
  ) -> ConfiguredSplit? {
    definitions.variants(of: flag) == nil ? nil : ConfiguredSplit(of: flag, in: definitions)
  }
}

extension ExperimentRecord {
  fileprivate func contains(_ phase: ExperimentPhaseRecord) -> Bool {
    phase.since >= startedAt && phase.since < stoppedAt ?? .max
  }
}

extension [ExperimentCount] {
  /// The counts of each variant, of all segments together.
  fileprivate func counts(by split: ConfiguredSplit) -> [VariantCounts] {
    split.weights.map { variant in
      let own = filter { $0.variant.utf8.elementsEqual(variant.name.utf8) }
      return VariantCounts(
        variant: variant.name, exposed: own.reduce(0) { $0 + $1.exposed },
        converted: own.reduce(0) { $0 + $1.converted }, weight: variant.weight)
    }
  }
}

extension MetricSummary {
  /// A mean is adjusted by the values from before the exposures, where there are any.
  fileprivate init(
    _ metric: ExperimentMetric, _ sums: [ExperimentSums], of variants: [VariantCounts]
  ) {
    let kind: Metric =
      switch metric.kind {
      case .ratio: .ratio
      case .mean: sums.contains { $0.beforeSquared > 0 } ? .adjustedMean : .mean
      }
    let rows = variants.map { variant in
      let own = sums.filter { $0.variant.utf8.elementsEqual(variant.variant.utf8) }
        .reduce(into: ExperimentSums(variant: variant.variant)) { $0.add($1) }
      return Row(
        variant: variant.variant,
        sums: MetricSums(
          riders: variant.exposed, sum: own.value, squares: own.valueSquared,
          otherSum: kind == .ratio ? own.events : own.before,
          otherSquares: kind == .ratio ? own.eventsSquared : own.beforeSquared,
          products: kind == .ratio ? own.valueEvents : own.valueBefore))
    }
    self.init(conversion: metric.conversion, metric: kind, rows: rows)
  }
}

extension ExperimentPhaseRecord {
  fileprivate var configuredSplit: ConfiguredSplit? {
    (try? JSON(parsing: split.utf8)).flatMap { ConfiguredSplit(json: $0) }
  }
}

extension ExperimentSummary {
  fileprivate init(_ flag: String, _ report: ExperimentReport) {
    self.init(
      flag: flag, state: report.details.state?.rawValue, phase: report.details.phase,
      subjects: report.counts.reduce(0) { $0 + $1.exposed }, leftOut: report.details.leftOut,
      verdict: report.verdict)
  }
}
