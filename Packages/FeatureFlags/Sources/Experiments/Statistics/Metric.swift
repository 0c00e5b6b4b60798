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
  public var riders = 0
  /// The sum of the value, and that of its squares.
  public var sum = 0.0
  public var squares = 0.0
  /// The same of the other value: that from before the experiment, or the divisor of a ratio.
  public var otherSum = 0.0
  public var otherSquares = 0.0
  /// The sum of the two values' products.
  public var products = 0.0

  /// No riders.
  public init() {}

  public init(
    riders: Int, sum: Double, squares: Double, otherSum: Double, otherSquares: Double,
    products: Double
  ) {
    self.riders = riders
    self.sum = sum
    self.squares = squares
    self.otherSum = otherSum
    self.otherSquares = otherSquares
    self.products = products
  }

  /// Adds a rider.
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
      && [sum, squares, otherSum, otherSquares, products].allSatisfy(\.isFinite)
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
}

/// A variant's metric compared with that of the default.
struct MetricComparison: Sendable, Equatable {
  /// The metric of the variant, and of the default.
  let value: Double
  let base: Double
  /// The p-value of a two-sided test, valid for one look.
  let pValue: Double
  private let standardError: Double
  /// Those of Student's distribution; `nil` for the normal one.
  private let degreesOfFreedom: Double?
  private let confidence: Double
  /// The test that is valid at every look.
  let sequential: SequentialTest

  var difference: Double { value - base }

  /// The difference in relation to the default's metric; `nil` when that is zero.
  var relativeLift: Double? { base == 0 ? nil : difference / base }

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
    guard variant.riders > 1, base.riders > 1 else { return nil }
    let sides = [variant, base]
    let counts = sides.map { Double($0.riders) }
    let values: [Double]
    let variances: [Double]  // Of the values.
    switch metric {
    case .mean:
      values = sides.map(\.mean)
      variances = zip(sides, counts).map { $0.variance / $1 }
    case .adjustedMean:
      let weights = counts.map { $0 - 1 }
      let spread = zip(sides, weights).reduce(0.0) { $0 + $1.0.otherVariance * $1.1 }
      let slope =
        spread > 0
        ? zip(sides, weights).reduce(0.0) { $0 + $1.0.covariance * $1.1 } / spread : 0
      let center = (variant.otherSum + base.otherSum) / (counts[0] + counts[1])
      values = sides.map { $0.mean - slope * ($0.otherMean - center) }
      variances = zip(sides, counts).map { side, count in
        (side.variance + slope * slope * side.otherVariance - 2 * slope * side.covariance) / count
      }
    case .ratio:
      guard sides.allSatisfy({ $0.otherSum != 0 }) else { return nil }
      values = sides.map { $0.sum / $0.otherSum }
      variances = sides.indices.map { index in
        let (side, ratio) = (sides[index], values[index])
        let spread =
          side.variance + ratio * ratio * side.otherVariance - 2 * ratio * side.covariance
        return spread / (counts[index] * side.otherMean * side.otherMean)
      }
    }
    let variance = variances[0] + variances[1]
    guard variance > 0, variance.isFinite else { return nil }
    let error = variance.squareRoot()
    let difference = values[0] - values[1]
    if metric == .ratio {
      degreesOfFreedom = nil
      pValue = NormalDistribution.twoSidedTail(difference / error)
    } else {
      let degrees =
        variance * variance
        / (0...1).reduce(0.0) { $0 + variances[$1] * variances[$1] / (counts[$1] - 1) }
      degreesOfFreedom = degrees
      pValue = StudentDistribution.twoSidedTail(difference / error, degreesOfFreedom: degrees)
    }
    standardError = error
    self.confidence = confidence
    sequential = SequentialTest(
      difference: difference, standardError: error,
      size: counts[0] * counts[1] / (counts[0] + counts[1]), confidence: confidence)
    value = values[0]
    self.base = values[1]
  }
}
