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

  /// The name of the value, for people.
  var name: String {
    switch metric {
    case .mean, .adjustedMean: "mean of \(conversion) per rider"
    case .ratio: "mean of \(conversion) each time"
    }
  }

  /// How it is compared, for people.
  var method: String {
    switch metric {
    case .mean: "Welch"
    case .adjustedMean: "differences adjusted by values from before, CUPED"
    case .ratio: "delta method"
    }
  }

  /// All variants but the first, compared with it; p-values are corrected for their number.
  var comparisons: [ExperimentReport.Comparison] { ExperimentReport.comparisons([.value(self)])[0] }
}

extension MetricSummary.Row {
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
