import Basics
import FeatureFlags

/// The report of an experiment: each variant, and each but the first compared with the first.
public struct ExperimentReport: Sendable, Equatable {
  /// One variant.
  struct Variant: Sendable, Equatable {
    let name: String
    /// The converted riders of the exposed ones.
    let proportion: Proportion
    /// The weight in the configured split.
    let weight: Double
    /// The Wilson interval of the rate.
    let interval: ConfidenceInterval
  }

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
  public let value: MetricSummary?
  /// The variants, the default first.
  let variants: [Variant]
  /// All variants but the default, compared with it.
  let comparisons: [Comparison]
  /// The same in each segment, with p-values that are corrected for the number of comparisons in
  /// all segments.
  let segmentComparisons: [[Comparison]]
  /// The test for a sample ratio mismatch: whether riders were split as configured.
  let sampleRatio: SampleRatio
  /// Reasons for doubt about the numbers.
  let warnings: [String]
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
    counts: [VariantCounts], details: ExperimentDetails = ExperimentDetails()
  ) throws(ExperimentError) {
    try Self.check(counts)
    if let value { try Self.check(value, of: counts) }
    for guardrail in details.guardrails {
      switch guardrail.measure {
      case .rate(let counts): try Self.check(counts)
      case .value(let metric): try Self.check(metric)
      }
    }
    for segment in details.segments {
      try Self.check(segment.counts)
      if let value = segment.value { try Self.check(value, of: segment.counts) }
    }
    for metric in details.metrics { try Self.check(metric) }
    self.details = details
    let ratio = SampleRatio(sizes: counts.map(\.exposed), weights: counts.map(\.weight))
    self.flag = flag
    self.conversion = conversion
    variants = counts.map(Variant.init)
    self.value = value
    comparisons =
      Self.comparisons([value.map(ExperimentMeasure.value) ?? .rate(counts)])[0]
    segmentComparisons = Self.comparisons(details.segments.map(\.measure))
    sampleRatio = ratio
    warnings = Self.warnings(counts, ratio, isAboutValues: value != nil)
  }

  /// The counts that the report is made of, the default variant first.
  public var counts: [VariantCounts] { variants.map(\.counts) }

  /// The counts with all else that the verdict rests on, to be analyzed again.
  public var contents: VariantCountsCSV.Contents {
    VariantCountsCSV.Contents(
      counts: counts, value: value, guardrails: details.guardrails, segments: details.segments,
      metrics: details.metrics)
  }

  private static func check(_ counts: [VariantCounts]) throws(ExperimentError) {
    guard !counts.isEmpty else { throw .noVariants }
    var names = Set<CodeUnits>()
    for row in counts {
      guard names.insert(CodeUnits(row.variant)).inserted else {
        throw .duplicateVariant(row.variant)
      }
      guard row.converted >= 0, row.exposed >= row.converted, row.exposed < 1 << 52 else {
        throw .impossibleCounts(row)
      }
    }
    let weights = counts.map(\.weight)
    guard weights.allSatisfy({ $0 >= 0 && $0.isFinite }), weights.contains(where: { $0 > 0 }),
      weights.reduce(0, +).isFinite
    else { throw .impossibleWeights }
  }

  private static func check(
    _ metric: MetricSummary, of counts: [VariantCounts]
  ) throws(ExperimentError) {
    try check(metric)
    for (row, counts) in zip(metric.rows, counts) {
      guard row.variant.utf8.elementsEqual(counts.variant.utf8), row.sums.riders == counts.exposed
      else { throw .impossibleSums(row.variant) }
    }
    guard metric.rows.count == counts.count else { throw .impossibleSums(metric.conversion) }
  }

  private static func check(_ metric: MetricSummary) throws(ExperimentError) {
    var names = Set<CodeUnits>()
    for row in metric.rows {
      guard names.insert(CodeUnits(row.variant)).inserted else {
        throw .duplicateVariant(row.variant)
      }
      guard row.sums.isPossible else { throw .impossibleSums(row.variant) }
    }
  }

  private static func warnings(
    _ counts: [VariantCounts], _ ratio: SampleRatio, isAboutValues: Bool
  ) -> [String] {
    var warnings: [String] = []
    if ratio.isSuspected {
      warnings.append(
        """
        SAMPLE RATIO MISMATCH: the riders are not split as configured. Something loses or adds \
        riders in one variant, so do not believe the comparison; find the cause first.
        """)
    }
    // The verdict says that there is no rider at all.
    let hasRiders = counts.contains { $0.exposed > 0 }
    for row in counts where row.weight > 0 && hasRiders {
      if isAboutValues, row.converted < 30 {
        warnings.append(
          "Too few riders in '\(row.variant)': fewer than 30 converted, so the p-values are rough."
        )
      } else if !isAboutValues, min(row.converted, row.exposed - row.converted) < 5 {
        warnings.append(
          """
          Too few riders in '\(row.variant)': fewer than five converted, or fewer than five did \
          not, so the p-values are rough.
          """)
      }
    }
    return warnings
  }
}

extension ExperimentReport.Variant {
  var counts: VariantCounts {
    VariantCounts(
      variant: name, exposed: proportion.trials, converted: proportion.successes, weight: weight)
  }

  fileprivate init(_ counts: VariantCounts) {
    name = counts.variant
    weight = counts.weight
    proportion = Proportion(counts.converted, of: counts.exposed)
    interval = proportion.wilsonInterval(confidence: ExperimentReport.confidence)
  }
}
