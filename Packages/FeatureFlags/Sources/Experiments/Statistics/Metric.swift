/// How the riders of a variant are summed up in a number.
public enum Metric: String, CaseIterable, Sendable {
  /// The mean of a value per rider, such as the money spent.
  case mean
  /// The same, with less variance thanks to a value known before the experiment (CUPED).
  case adjustedMean = "cuped"
  /// The sum of a value divided by the sum of another, such as the price of a ride.
  case ratio
}

/// The sums of a metric over the riders of a variant.
///
/// Riders without the value count, with zero.
public struct MetricSums: Sendable, Equatable {
  /// The riders who met the variant.
  public var riders: Int
  /// The sum of the value, and that of its squares.
  public var sum: Double
  public var squares: Double
  /// The same of the other value: that from before the experiment, or the divisor of a ratio.
  public var otherSum: Double
  public var otherSquares: Double
  /// The sum of the two values' products.
  public var products: Double

  public init(
    riders: Int = 0, sum: Double = 0, squares: Double = 0, otherSum: Double = 0,
    otherSquares: Double = 0, products: Double = 0
  ) {
    self.riders = riders
    self.sum = sum
    self.squares = squares
    self.otherSum = otherSum
    self.otherSquares = otherSquares
    self.products = products
  }

  /// The sums, by their names in tables and documents.
  static var columns: KeyValuePairs<String, WritableKeyPath<MetricSums, Double>> {
    [
      "sum": \.sum, "squares": \.squares, "otherSum": \.otherSum,
      "otherSquares": \.otherSquares, "products": \.products,
    ]
  }

  public mutating func add(_ value: Double, other: Double = 0) {
    riders += 1
    sum += value
    squares += value * value
    otherSum += other
    otherSquares += other * other
    products += value * other
  }

  /// Whether values can have these sums.
  var isPossible: Bool {
    riders >= 0 && riders < 1 << 52 && squares >= 0 && otherSquares >= 0
      && Self.columns.allSatisfy { self[keyPath: $0.value].isFinite }
  }

  var mean: Double { sum / Double(riders) }
  var otherMean: Double { otherSum / Double(riders) }
  /// The sample variances and the covariance, with n - 1.
  var variance: Double { max(0, centered(squares, sum, sum)) }
  var otherVariance: Double { max(0, centered(otherSquares, otherSum, otherSum)) }
  var covariance: Double { centered(products, sum, otherSum) }

  private func centered(_ products: Double, _ first: Double, _ second: Double) -> Double {
    (products - first / Double(riders) * second) / Double(riders - 1)
  }

  /// How many riders with equal shares of the other value would have these sums, by L. Kish's
  /// formula for the effective sample size ("Survey Sampling", 1965, section 11.7).
  fileprivate var effectiveRiders: Double {
    otherSquares > 0 ? otherSum * otherSum / otherSquares : 0
  }

  /// The metric of one variant alone, so not adjusted, and the variance of a rider's part in it;
  /// `nil` with fewer than two riders, and for a ratio to nothing.
  func estimate(_ metric: Metric) -> (value: Double, variance: Double)? {
    guard riders > 1 else { return nil }
    guard metric == .ratio else { return (mean, variance) }
    guard otherSum != 0 else { return nil }
    let ratio = sum / otherSum
    let spread = variance + ratio * ratio * otherVariance - 2 * ratio * covariance
    return (ratio, max(0, spread) / (otherMean * otherMean))
  }

  /// The interval of the metric of one variant alone.
  func interval(_ metric: Metric, confidence: Double) -> ConfidenceInterval? {
    guard let (value, variance) = estimate(metric) else { return nil }
    let quantile =
      metric == .ratio
      ? NormalDistribution.quantile((1 + confidence) / 2)
      : StudentDistribution.twoSidedQuantile(1 - confidence, degreesOfFreedom: Double(riders - 1))
    let half = quantile * (variance / Double(riders)).squareRoot()
    return ConfidenceInterval(low: value - half, high: value + half)
  }
}

/// A variant's metric compared with that of the default.
struct MetricComparison: Sendable, Equatable {
  /// How many riders with a divisor both variants need before a ratio is tested at every look: with
  /// fewer the delta method underestimates the variance. A/A tests of ``ExperimentSimulation`` with
  /// few riders who convert found a difference in up to 60 % without it, and in 2 % with it.
  private static let fewestEffectiveRiders = 10.0

  /// The metric of the variant, and of the default.
  let value: Double
  let base: Double
  /// The p-value of a two-sided test, valid for one look.
  let pValue: Double
  /// The riders of the variant and of the default, and the variances of a rider's part.
  private let counts: [Double]
  private let variances: [Double]
  /// Those of Student's distribution; `nil` for the normal one.
  private let degreesOfFreedom: Double?
  private let confidence: Double
  /// The test that is valid at every look; `nil` for a ratio with too few riders.
  let sequential: SequentialTest?

  var difference: Double { value - base }
  /// The difference in relation to the default's metric; `nil` when that is zero.
  var relativeLift: Double? { base == 0 ? nil : difference / abs(base) }

  private var standardError: Double {
    (variances[0] / counts[0] + variances[1] / counts[1]).squareRoot()
  }

  /// The interval of the difference, valid for one look.
  var interval: ConfidenceInterval {
    let quantile =
      degreesOfFreedom.map {
        StudentDistribution.twoSidedQuantile(1 - confidence, degreesOfFreedom: $0)
      } ?? NormalDistribution.quantile((1 + confidence) / 2)
    return ConfidenceInterval(
      low: difference - quantile * standardError, high: difference + quantile * standardError)
  }

  /// Compares two variants; `nil` with fewer than two riders in one, with values that do not vary,
  /// and for a ratio to nothing.
  ///
  /// Means are compared by Welch's test, adjusted ones with the slope of both variants together,
  /// and ratios by the delta method with a normal distribution.
  ///
  /// Sources: B. L. Welch, "The Generalization of 'Student's' Problem when Several Different
  /// Population Variances are Involved", Biometrika 34 (1947); A. Deng, Y. Xu, R. Kohavi, T. Walker,
  /// "Improving the Sensitivity of Online Controlled Experiments by Utilizing Pre-Experiment Data",
  /// WSDM 2013; A. Deng, U. Knoblich, J. Lu, "Applying the Delta Method in Metric Analytics", KDD
  /// 2018.
  init?(_ variant: MetricSums, _ base: MetricSums, metric: Metric, confidence: Double) {
    let sides = [variant, base]
    let estimates = sides.compactMap { $0.estimate(metric) }
    guard estimates.count == 2 else { return nil }
    var values = estimates.map(\.value)
    variances =
      if metric == .adjustedMean {
        Self.adjust(&values, of: sides)
      } else {
        estimates.map(\.variance)
      }
    counts = sides.map { Double($0.riders) }
    let errors = [variances[0] / counts[0], variances[1] / counts[1]]
    let variance = errors[0] + errors[1]
    guard variance > 0, variance.isFinite else { return nil }
    let difference = values[0] - values[1]
    let z = difference / variance.squareRoot()
    if metric == .ratio {
      degreesOfFreedom = nil
      pValue = NormalDistribution.twoSidedTail(z)
    } else {
      let degrees =
        variance * variance
        / (errors[0] * errors[0] / (counts[0] - 1) + errors[1] * errors[1] / (counts[1] - 1))
      degreesOfFreedom = degrees
      pValue = StudentDistribution.twoSidedTail(z, degreesOfFreedom: degrees)
    }
    self.confidence = confidence
    sequential =
      metric == .ratio && sides.contains { $0.effectiveRiders < Self.fewestEffectiveRiders }
      ? nil
      : SequentialTest(
        difference: difference, standardError: variance.squareRoot(),
        size: counts[0] * counts[1] / (counts[0] + counts[1]), confidence: confidence)
    value = values[0]
    self.base = values[1]
  }

  /// Adjusts means by the values from before, and returns the variances that are left.
  private static func adjust(_ values: inout [Double], of sides: [MetricSums]) -> [Double] {
    func sum(_ part: (MetricSums) -> Double) -> Double {
      sides.reduce(0.0) { $0 + part($1) * Double($1.riders - 1) }
    }
    let spread = sum(\.otherVariance)
    let slope = spread > 0 ? sum(\.covariance) / spread : 0
    let center = (sides[0].otherSum + sides[1].otherSum) / Double(sides[0].riders + sides[1].riders)
    values = sides.map { $0.mean - slope * ($0.otherMean - center) }
    return sides.map { side in
      max(0, side.variance + slope * slope * side.otherVariance - 2 * slope * side.covariance)
    }
  }

  /// The smallest difference that so many riders would show.
  func minimumDetectableEffect(_ size: SampleSize) -> Double { size.quantiles * standardError }

  /// How many more riders both variants need together, split as until now, to show a change of the
  /// default's metric; `nil` when that is zero.
  func ridersStillNeeded(_ size: SampleSize, lift: Double) -> Int? {
    let ratio = counts[1] / counts[0]
    let needed = size.ridersNeeded(
      variance: variances[0], baseVariance: variances[1], effect: abs(base) * lift, ratio: ratio)
    return SampleSize.missing(
      needed, ratio: ratio, variantSize: Int(counts[0]), baseSize: Int(counts[1]))
  }
}
