import Basics
import CloudStore
import Core
import Experiments
import FeatureFlags
import FoundationEssentials

/// Creates the reports of experiments, for every program and endpoint that shows one.
struct ExperimentReporter: Sendable {
  /// The conversion of a report where none is decided.
  static let defaultConversion = "ride_requested"

  let store: SQLStore

  /// Reports on a flag; returns `nil` when there is no such flag or phase.
  ///
  /// - Parameters:
  ///   - conversion: The compared goal, read by ``ExperimentGoal``; `nil` for that of the start.
  ///   - phase: `nil` for the last one of the experiment.
  ///   - definitions: The definitions of the flag, for one whose split was never recorded.
  func report(
    on flag: String, conversion: String? = nil, phase: Int? = nil, in definitions: FlagDefinitions?
  ) throws(StoreError) -> Result<ExperimentReport, ExperimentError>? {
    let experiment = try store.experiment(on: flag)
    let phases = try store.experimentPhases(of: flag).filter { phase in
      phase.split != "[]" && experiment?.contains(phase) ?? true
    }
    let shown = phase == nil ? phases.last : phases.first { $0.number == phase }
    guard shown != nil || phase == nil,
      let split = shown?.configuredSplit ?? definitions?.split(of: flag)
    else { return nil }
    let design = experiment?.design
    let goal = ExperimentGoal(conversion ?? design?.conversion ?? Self.defaultConversion)
    let numbers = try PhaseNumbers(store, flag, phase: shown?.number ?? 1, split, of: goal)
    var details = ExperimentDetails.empty
    details.state = experiment.map { $0.stoppedAt == nil ? .running : .stopped }
    details.plannedRiders = design?.riders
    details.phase = shown?.number
    details.phases = try phases.map { (phase) throws(StoreError) in
      try history(of: phase, flag, goal)
    }.compactMap(\.self)
    details.leftOut = numbers.counts.filter(\.variant.isEmpty).reduce(0) { $0 + $1.exposed }
    let sums = try goal.metric == nil ? [] : numbers.sums(of: goal.conversion)
    if let design {
      details.guardrails = try numbers.guardrails(of: design)
      details.segments = numbers.segments(of: design, sums)
      details.metrics = try (design.metrics ?? []).map(numbers.summary(of:))
    }
    let value = goal.metric.map { MetricSummary($0, sums, of: numbers.variants) }
    return Result { [details] () throws(ExperimentError) in
      try ExperimentReport(
        flag: flag, conversion: goal.conversion, value: value, counts: numbers.variants,
        details: details)
    }
  }

  /// A phase with its riders; `nil` when its split cannot be read.
  private func history(
    of phase: ExperimentPhaseRecord, _ flag: String, _ goal: ExperimentGoal
  ) throws(StoreError) -> ExperimentPhase? {
    guard let split = phase.configuredSplit else { return nil }
    let numbers = try PhaseNumbers(store, flag, phase: phase.number, split, of: goal)
    return ExperimentPhase(
      number: phase.number, since: Date(milliseconds: phase.since).formatted(.iso8601),
      counts: numbers.variants)
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

  /// The report that an administrator reads.
  func report(
    _ parameters: ExperimentReportParameters, in definitions: FlagDefinitions
  ) throws -> JSON.Object {
    let report = try report(
      on: parameters.flag, conversion: parameters.conversion, phase: parameters.phase,
      in: definitions)
    switch report {
    case .success(let report): return report.json.object ?? JSON.Object()
    case .failure(let error):
      throw APIError.invalid("flag", "The experiment cannot be analyzed: \(error)")
    case nil:
      throw APIError.notFound("flag", parameters.flag, hint: "See the definitions at /flags.")
    }
  }
}

/// The numbers of one phase of a flag.
private struct PhaseNumbers {
  private let store: SQLStore
  private let flag: String
  private let phase: Int
  private let split: ConfiguredSplit
  private let goal: ExperimentGoal
  /// How many riders met each variant in each segment, and how many converted.
  let counts: [ExperimentCount]
  let variants: [VariantCounts]

  init(
    _ store: SQLStore, _ flag: String, phase: Int, _ split: ConfiguredSplit, of goal: ExperimentGoal
  ) throws(StoreError) {
    (self.store, self.flag, self.phase, self.split, self.goal) = (store, flag, phase, split, goal)
    counts = try store.experimentCounts(flag: flag, conversion: goal.conversion, phase: phase)
    variants = counts.counts(by: split)
  }

  func sums(of conversion: String) throws(StoreError) -> [ExperimentSums] {
    try store.experimentSums(flag: flag, conversion: conversion, phase: phase)
  }

  func summary(of metric: ExperimentMetric) throws(StoreError) -> MetricSummary {
    MetricSummary(metric, try sums(of: metric.conversion), of: variants)
  }

  func guardrails(of design: ExperimentDesign) throws(StoreError) -> [Guardrail] {
    try design.guardrails.map { (goal, mustNot) throws(StoreError) in
      if let metric = goal.metric { return Guardrail(try summary(of: metric), mustNot: mustNot) }
      return Guardrail(
        conversion: goal.conversion, mustNot: mustNot,
        counts: try store.experimentCounts(
          flag: flag, conversion: goal.conversion, phase: phase
        ).counts(by: split))
    }
  }

  /// The segments of a design, with their parts of the sums of the goal.
  func segments(of design: ExperimentDesign, _ sums: [ExperimentSums]) -> [ExperimentSegment] {
    (design.segments ?? []).map { name in
      let counts = counts.filter { $0.segment.utf8.elementsEqual(name.utf8) }.counts(by: split)
      let own = sums.filter { $0.segment.utf8.elementsEqual(name.utf8) }
      return ExperimentSegment(
        name: name, counts: counts, value: goal.metric.map { MetricSummary($0, own, of: counts) })
    }
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
      func total(_ part: KeyPath<ExperimentSums, Double>) -> Double {
        own.reduce(0) { $0 + $1[keyPath: part] }
      }
      return Row(
        variant: variant.variant,
        sums: MetricSums(
          riders: variant.exposed, sum: total(\.value), squares: total(\.valueSquared),
          otherSum: total(kind == .ratio ? \.events : \.before),
          otherSquares: total(kind == .ratio ? \.eventsSquared : \.beforeSquared),
          products: total(kind == .ratio ? \.valueEvents : \.valueBefore)))
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
