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

    /// The mean or the ratio, not adjusted; `nil` without riders or, for a ratio, without values.
    func value(_ metric: Metric) -> Double? {
      switch metric {
      case .mean, .adjustedMean: sums.riders > 0 ? sums.mean : nil
      case .ratio: sums.otherSum != 0 ? sums.sum / sums.otherSum : nil
      }
    }

    /// The interval of that value.
    func interval(_ metric: Metric) -> ConfidenceInterval? {
      sums.interval(metric, confidence: ExperimentReport.confidence)
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

  var name: String {
    switch metric {
    case .mean, .adjustedMean: "mean of \(conversion) per rider"
    case .ratio: "mean of \(conversion) each time"
    }
  }

  /// The name with a conversion that is cut to a length and has no control characters.
  var shortName: String {
    let short = NumberText.name(conversion, length: 32)
    return MetricSummary(conversion: short, metric: metric, rows: []).name
  }

  /// The displayed name of the method of comparison.
  var method: String {
    switch metric {
    case .mean: "Welch"
    case .adjustedMean: "differences adjusted by values from before, CUPED"
    case .ratio: "delta method"
    }
  }

  /// Checks that the sums are possible, and are those of the riders who were counted.
  func validate(with counts: [VariantCounts]) throws(ExperimentError) {
    try validate()
    for (row, counts) in zip(rows, counts) {
      guard row.variant.utf8.elementsEqual(counts.variant.utf8), row.sums.riders == counts.exposed
      else { throw .impossibleSums(row.variant) }
    }
    guard rows.count == counts.count else { throw .impossibleSums(conversion) }
  }

  func validate() throws(ExperimentError) {
    try rows.map(\.variant).requireUnique()
    for row in rows where !row.sums.isPossible { throw .impossibleSums(row.variant) }
  }

  /// All variants but the first, compared with it; p-values are corrected for their number.
  var comparisons: [VariantComparison] { VariantCountsCSV.Contents(value: self).comparisons }
}
