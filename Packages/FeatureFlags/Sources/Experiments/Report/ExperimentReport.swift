import Basics
import FeatureFlags

/// The report of an experiment: each variant, and each but the first compared with the first.
public struct ExperimentReport: Sendable, Equatable {
  /// One variant.
  public struct Variant: Sendable, Equatable {
    /// The variant's name.
    public let name: String
    /// The converted riders of the exposed ones.
    public let proportion: Proportion
    /// The Wilson interval of the rate.
    public let interval: ConfidenceInterval
  }

  /// One variant compared with the default; values are `nil` where riders are missing.
  public struct Comparison: Sendable, Equatable {
    /// The variant's name.
    public let variant: String
    /// The name of the default variant.
    public let base: String
    /// The variant's rate minus the default's.
    public let difference: Double?
    /// The Newcombe interval of the difference.
    public let interval: ConfidenceInterval?
    /// The difference in relation to the default's rate; `nil` when that is zero.
    public let relativeLift: Double?
    /// The p-value of the two-sided pooled z-test, valid for a single evaluation.
    public let pValue: Double?
    /// That p-value corrected by Holm's method for the number of comparisons.
    public let adjustedPValue: Double?
    /// The sequential test, valid for any number of evaluations.
    public let sequential: SequentialTest?
    /// The always-valid p-value corrected by Holm's method.
    public let adjustedSequentialPValue: Double?
    /// The smallest rise of the rate that so many riders would show.
    public let minimumDetectableEffect: Double?
    /// How many more riders both variants need together, to show the relevant lift.
    public let ridersStillNeeded: Int?
  }

  /// The key of the flag, if known.
  public let flag: String?
  /// The name of the conversion, if known.
  public let conversion: String?
  /// How sure the analysis is.
  public let options: AnalysisOptions
  /// The variants, the default first.
  public let variants: [Variant]
  /// All variants but the default, compared with it.
  public let comparisons: [Comparison]
  /// The test for a sample ratio mismatch: whether riders were split as configured.
  public let sampleRatio: SampleRatio
  /// Reasons for doubt about the numbers.
  public let warnings: [String]

  /// Analyzes the counts of an experiment.
  ///
  /// - Parameters:
  ///   - flag: The key of the flag.
  ///   - conversion: The name of the conversion.
  ///   - counts: The variants, the default first.
  ///   - options: The confidence and the power of the analysis.
  /// - Throws: ``ExperimentError`` when the counts or weights are impossible.
  public init(
    flag: String? = nil, conversion: String? = nil, counts: [VariantCounts],
    options: AnalysisOptions = AnalysisOptions()
  ) throws(ExperimentError) {
    try Self.check(counts)
    let ratio = SampleRatio(sizes: counts.map(\.exposed), weights: counts.map(\.weight))
    self.flag = flag
    self.conversion = conversion
    self.options = options
    variants = counts.map { Variant($0, options) }
    comparisons = Self.comparisons(counts, options)
    sampleRatio = ratio
    warnings = Self.warnings(counts, ratio)
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

  private static func warnings(_ counts: [VariantCounts], _ ratio: SampleRatio) -> [String] {
    var warnings: [String] = []
    if ratio.isSuspected {
      warnings.append(
        """
        SAMPLE RATIO MISMATCH: the riders are not split as configured. Something loses or adds \
        riders in one variant, so do not believe the comparison; find the cause first.
        """)
    }
    for row in counts where row.weight > 0 {
      if min(row.converted, row.exposed - row.converted) < 5 {
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
  fileprivate init(_ counts: VariantCounts, _ options: AnalysisOptions) {
    name = counts.variant
    proportion = Proportion(counts.converted, of: counts.exposed)
    interval = proportion.wilsonInterval(confidence: options.confidence)
  }
}
