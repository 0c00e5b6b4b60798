import Glibc

/// Experiments with known rates, to count how often a report is wrong, or right.
public struct ExperimentSimulation: Sendable, Equatable, Encodable {
  /// How many experiments were simulated.
  public let runs: Int
  /// How many found a difference when they were looked at once, at the end.
  public let foundAtTheEnd: Int
  /// How many found a difference at one of the looks, by the test that is valid at every look.
  public let foundAtAnyLook: Int

  /// Simulates experiments with two variants, half of the riders each.
  ///
  /// - Parameters:
  ///   - runs: How many, at least 1.
  ///   - rate: The share of riders who convert with the default, or who have a value, in 0...1.
  ///   - lift: The change with the other variant, in relation to the rate; 0 for an A/A test.
  ///   - looks: How often each is looked at.
  ///   - ridersPerLook: How many riders there are between two looks.
  ///   - metric: The compared value; `nil` for the rates. Values are those of riders who make
  ///     several rides, and the lift is that of each ride's.
  ///   - generator: Where randomness comes from; the same numbers give the same results.
  public init(
    runs: Int, rate: Double, lift: Double, looks: Int, ridersPerLook: Int,
    metric: Metric? = nil, using generator: inout some RandomNumberGenerator
  ) {
    self.runs = runs
    var atTheEnd = 0
    var atAnyLook = 0
    for _ in 0..<runs {
      var sides = [SimulatedSide(), SimulatedSide()]
      var isFound = false
      for _ in 0..<looks {
        for _ in 0..<ridersPerLook {
          let side = Int(generator.next() & 1)
          sides[side].addRider(rate, lift: side == 1 ? lift : 0, metric, using: &generator)
        }
        let pValue = SimulatedSide.pValues(sides[1], sides[0], metric).sequential
        if let pValue, pValue <= 1 - ExperimentReport.confidence { isFound = true }
      }
      let pValue = SimulatedSide.pValues(sides[1], sides[0], metric).once
      if let pValue, pValue <= 1 - ExperimentReport.confidence { atTheEnd += 1 }
      if isFound { atAnyLook += 1 }
    }
    foundAtTheEnd = atTheEnd
    foundAtAnyLook = atAnyLook
  }
}

/// The riders of one simulated variant.
private struct SimulatedSide {
  private var sums = MetricSums()

  mutating func addRider(
    _ rate: Double, lift: Double, _ metric: Metric?,
    using generator: inout some RandomNumberGenerator
  ) {
    func uniform() -> Double { Double(generator.next() >> 11) * 0x1p-53 }
    guard let metric else { return sums.add(uniform() < rate * (1 + lift) ? 1 : 0) }
    guard uniform() < rate else { return sums.add(0) }
    // Few riders make many rides, and those who do, did so before.
    let activity = -log(1 - uniform())
    let rides = (1 + 3 * activity).rounded(.down)
    let spent = rides * (5 + 10 * uniform()) * (1 + lift)
    sums.add(spent, other: metric == .ratio ? rides : activity + uniform())
  }

  static func pValues(
    _ variant: SimulatedSide, _ base: SimulatedSide, _ metric: Metric?
  ) -> (once: Double?, sequential: Double?) {
    let confidence = ExperimentReport.confidence
    guard let metric else {
      let pair = TwoProportionTest(
        variant: Proportion(Int(variant.sums.sum), of: variant.sums.riders),
        base: Proportion(Int(base.sums.sum), of: base.sums.riders))
      return (pair.pValue, SequentialTest(pair, confidence: confidence)?.pValue)
    }
    let comparison = MetricComparison(
      variant.sums, base.sums, metric: metric, confidence: confidence)
    return (comparison?.pValue, comparison?.sequential?.pValue)
  }
}
