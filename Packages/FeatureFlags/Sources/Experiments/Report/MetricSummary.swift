/// A value of the riders of an experiment, by variants.
public struct MetricSummary: Sendable, Equatable {
  /// The sums of one variant.
  public struct Row: Sendable, Equatable {
    public let variant: String
    public let sums: MetricSums

    public init(variant: String, sums: MetricSums) {
      self.variant = variant
      self.sums = sums
    }
  }

  /// The name of the conversions that have the value.
  public let conversion: String
  public let metric: Metric
  /// The default variant first.
  public internal(set) var rows: [Row]

  public init(conversion: String, metric: Metric, rows: [Row]) {
    self.conversion = conversion
    self.metric = metric
    self.rows = rows
  }

  /// What the metric is, for people.
  var name: String {
    switch metric {
    case .mean: "mean of \(conversion) per rider (Welch)"
    case .adjustedMean: "mean of \(conversion) per rider, adjusted by that from before (CUPED)"
    case .ratio: "mean of \(conversion) each time (delta method)"
    }
  }

  /// All variants but the first, compared with it.
  var comparisons: [Comparison] {
    guard let base = rows.first else { return [] }
    let pairs = rows.dropFirst().map {
      MetricComparison(
        $0.sums, base.sums, metric: metric, confidence: ExperimentReport.confidence)
    }
    let adjusted = HolmCorrection.adjusted(pairs.map { $0?.pValue })
    let adjustedSequential = HolmCorrection.adjusted(pairs.map { $0?.sequential.pValue })
    return pairs.indices.map { index in
      Comparison(
        variant: rows[index + 1].variant, base: base.variant, result: pairs[index],
        adjustedPValue: adjusted[index], adjustedSequentialPValue: adjustedSequential[index])
    }
  }

  /// One variant compared with the default.
  struct Comparison: Sendable, Equatable {
    let variant: String
    let base: String
    /// `nil` with too few riders, and with values that do not vary.
    let result: MetricComparison?
    /// The p-values corrected by Holm's method for the number of variants.
    let adjustedPValue: Double?
    let adjustedSequentialPValue: Double?
  }
}

extension MetricSummary.Row {
  /// The mean or the ratio, not adjusted; `nil` without riders or, for a ratio, without values.
  func value(_ metric: Metric) -> Double? {
    switch metric {
    case .mean, .adjustedMean: sums.riders > 0 ? sums.mean : nil
    case .ratio: sums.otherSum != 0 ? sums.sum / sums.otherSum : nil
    }
  }
}
