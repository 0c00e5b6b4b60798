import Basics
import FeatureFlags

/// The report of an experiment: each variant, and each but the first compared with the first.
public struct ExperimentReport: MeasuredVariants, Sendable, Equatable {
  /// The confidence of all intervals, in 0..<1; the tests use one minus it.
  static let confidence = 0.95
  /// The probability of finding an effect that is there.
  static let power = 0.8
  /// The smallest change worth finding, in relation to the default's rate: a tenth.
  static let relevantLift = 0.1

  /// The key of the flag, if known.
  let flag: String?
  /// The name of the conversion, if known.
  let conversion: String?
  /// The value of the conversion that the verdict rests on; `nil` when it rests on how many riders
  /// convert.
  public internal(set) var value: MetricSummary?
  /// The counts that the report is made of, the default variant first.
  public internal(set) var counts: [VariantCounts]
  /// All variants but the default, compared with it.
  let comparisons: [VariantComparison]
  /// The same in each segment, with p-values that are corrected for the number of comparisons in
  /// all segments.
  let segmentComparisons: [[VariantComparison]]
  /// The test for a sample ratio mismatch: whether riders were split as configured.
  let sampleRatio: SampleRatio
  /// The history and the further numbers of the experiment.
  public let details: ExperimentDetails

  /// Analyzes the counts of an experiment.
  ///
  /// - Parameters:
  ///   - flag: The key of the flag.
  ///   - conversion: The name of the conversion.
  ///   - value: The value of the conversion that is compared, of the same variants and riders; `nil`
  ///     when it is how many riders convert.
  ///   - counts: The variants, the default first.
  ///   - details: Phases, guardrails, segments, further values, and riders who are not counted.
  /// - Throws: ``ExperimentError`` when the counts or weights are impossible.
  public init(
    flag: String? = nil, conversion: String? = nil, value: MetricSummary? = nil,
    counts: [VariantCounts], details: ExperimentDetails = .empty
  ) throws(ExperimentError) {
    try counts.validate()
    try value?.validate(with: counts)
    for guardrail in details.guardrails {
      try guardrail.value?.validate()
      if guardrail.value == nil { try guardrail.counts.validate() }
    }
    for segment in details.segments {
      try segment.counts.validate()
      try segment.value?.validate(with: segment.counts)
    }
    for metric in details.metrics { try metric.validate() }
    self.flag = flag
    self.conversion = conversion
    self.value = value
    self.counts = counts
    self.details = details
    comparisons = VariantCountsCSV.Contents(counts: counts, value: value).comparisons
    segmentComparisons = details.segments.map(\.uncorrectedComparisons).corrected
    sampleRatio = SampleRatio(sizes: counts.map(\.exposed), weights: counts.map(\.weight))
  }

  /// The counts with all else that the verdict rests on, to be analyzed again.
  public var contents: VariantCountsCSV.Contents {
    VariantCountsCSV.Contents(
      counts: counts, value: value, guardrails: details.guardrails, segments: details.segments,
      metrics: details.metrics)
  }

  /// Reasons for doubt about the numbers.
  var warnings: [String] {
    var warnings: [String] = []
    if sampleRatio.isSuspected {
      warnings.append(
        """
        SAMPLE RATIO MISMATCH: the riders are not split as configured. Something loses or adds \
        riders in one variant, so do not believe the comparison; find the cause first.
        """)
    }
    // The verdict says that there is no rider at all.
    let hasRiders = counts.contains { $0.exposed > 0 }
    for row in counts where row.weight > 0 && hasRiders {
      if value != nil, row.converted < 30 {
        warnings.append(
          "Too few riders in '\(row.variant)': fewer than 30 converted, so the p-values are rough.")
      } else if value == nil, min(row.converted, row.exposed - row.converted) < 5 {
        warnings.append(
          """
          Too few riders in '\(row.variant)': fewer than five converted, or fewer than five did \
          not, so the p-values are rough.
          """)
      }
    }
    return warnings
  }

  /// The decision that the numbers allow, in one sentence.
  ///
  /// It rests on the test that is valid at every look, corrected for the number of comparisons, so
  /// that it may be read every day.
  public var verdict: String {
    guard counts.contains(where: { $0.exposed > 0 }) else {
      return "No decision yet: no rider has met a variant."
    }
    guard !sampleRatio.isSuspected else {
      return "No decision: the riders are not split as configured; find the cause first."
    }
    guard let base = comparisons.first?.base else {
      return "No decision: there is one variant only, and nothing to compare it with."
    }
    if let (guardrail, harm) = harm {
      return "Stop \(Self.name(harm.variant)): \(guardrail.name) must not "
        + "\(guardrail.mustNot.rawValue), and does (\(guardrail.unit.effect(harm)))."
    }
    let shown = comparisons.filter(\.isShown)
    let direction = isToFall ? -1.0 : 1
    let gains = shown.map { ($0, gain: ($0.difference ?? 0) * direction) }.filter { $0.gain > 0 }
    if let (best, _) = gains.max(by: { $0.gain < $1.gain }) {
      let name = value.map { $0.shortName + " " } ?? ""
      return "Ship \(Self.name(best.variant)): \(name)\(unit.effect(best))."
    }
    if shown.count == comparisons.count {
      let list = shown.map { "\(Self.name($0.variant)): \(unit.effect($0))" }
      return "Keep \(Self.name(base)): every other variant is worse "
        + "(\(list.joined(separator: "; ")))."
    }
    return decisionWithoutDifference(base)
  }

  /// Whether less of the goal is better: a guardrail says of the goal itself that it must not rise.
  private var isToFall: Bool {
    details.guardrails.contains { guardrail in
      guard guardrail.mustNot == .rise, guardrail.value == value else { return false }
      // Only where no name says it the counts do: two conversions can have the same ones.
      let isNamed = conversion.map { $0.hasSameCodeUnits(as: guardrail.conversion) }
      return value != nil || isNamed ?? (guardrail.counts == counts)
    }
  }

  /// The decision while a comparison with the default shows no difference.
  private func decisionWithoutDifference(_ base: String) -> String {
    let open = comparisons.filter { !$0.isShown }
    let lift = NumberText.change(Self.relevantLift, unit: "%")
    guard let needed = open.map({ $0.ridersStillNeeded ?? .max }).max(), needed < .max else {
      return value == nil
        ? "No decision yet: too few riders have converted."
        : "No decision yet: too few riders have a value."
    }
    return needed == 0
      ? "Keep \(Self.name(base)): enough riders were asked to show a lift of \(lift), and none is shown."
      : "No decision yet: \(needed) more riders are needed to show a lift of \(lift)."
  }

  /// The first harm that is shown, and where.
  private var harm: (Guardrail, VariantComparison)? {
    details.guardrails.lazy.compactMap { guardrail in
      guardrail.harmed.first.map { (guardrail, $0) }
    }.first
  }

  private static func name(_ variant: String) -> String { NumberText.name(variant, length: 32) }
}

extension DifferenceUnit {
  fileprivate func effect(_ comparison: VariantComparison) -> String {
    guard let difference = comparison.difference, let interval = comparison.sequential?.interval
    else { return "no riders yet" }
    let lift =
      self == .value
      ? comparison.relativeLift.map { " (\(NumberText.change($0, unit: "%")))" } ?? "" : ""
    return text(difference) + lift + ", surely between " + text(interval, between: "and")
  }
}
