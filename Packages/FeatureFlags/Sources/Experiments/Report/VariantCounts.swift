import Basics

public struct VariantCounts: Sendable, Equatable {
  public let variant: String
  /// The riders who met the variant, each counted once.
  public let exposed: Int
  /// Those of them who did what the experiment hopes for, each counted once.
  public let converted: Int
  /// The variant's weight in the configured split; only the proportions matter.
  public let weight: Double

  public init(variant: String, exposed: Int, converted: Int, weight: Double = 1) {
    self.variant = variant
    self.exposed = exposed
    self.converted = converted
    self.weight = weight
  }

  /// The converted riders of the exposed ones.
  var proportion: Proportion { Proportion(converted, of: exposed) }

  /// The Wilson interval of their rate.
  var interval: ConfidenceInterval {
    proportion.wilsonInterval(confidence: ExperimentReport.confidence)
  }
}

/// An error of the counts of an experiment.
public enum ExperimentError: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is no variant.
  case noVariants
  /// Two rows are about the same variant.
  case duplicateVariant(String)
  /// A count is negative, or more riders converted than were exposed.
  case impossibleCounts(VariantCounts)
  /// The sums of a variant's values are not finite, or negative where they cannot be.
  case impossibleSums(String)
  /// A weight is negative or no number, or all are zero.
  case impossibleWeights

  public var description: String {
    switch self {
    case .noVariants: "There is no variant to analyze. Give at least one row."
    case .duplicateVariant(let variant):
      "The variant '\(variant)' occurs twice. Give each variant one row."
    case .impossibleCounts(let counts):
      """
      The counts of '\(counts.variant)' are impossible: \(counts.converted) of \
      \(counts.exposed). Neither may be negative, nor the first larger than the second.
      """
    case .impossibleSums(let variant):
      "The sums of '\(variant)' are impossible. All must be finite, and squares not negative."
    case .impossibleWeights:
      "The weights are impossible. None may be negative, and at least one must be positive."
    }
  }
}

extension [VariantCounts] {
  func validate() throws(ExperimentError) {
    guard !isEmpty else { throw .noVariants }
    try map(\.variant).requireUnique()
    for row in self {
      guard row.converted >= 0, row.exposed >= row.converted, row.exposed < 1 << 52 else {
        throw .impossibleCounts(row)
      }
    }
    let sum = map(\.weight).reduce(0, +)
    guard allSatisfy({ $0.weight >= 0 }), sum > 0, sum.isFinite else { throw .impossibleWeights }
  }
}

extension [String] {
  /// Checks that no variant occurs twice.
  func requireUnique() throws(ExperimentError) {
    var names = Set<CodeUnits>()
    for name in self where !names.insert(CodeUnits(name)).inserted {
      throw .duplicateVariant(name)
    }
  }
}
