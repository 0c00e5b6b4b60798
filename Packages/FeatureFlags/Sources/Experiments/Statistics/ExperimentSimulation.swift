/// Experiments with known rates, to count how often a report is wrong, or right.
public struct ExperimentSimulation: Sendable, Equatable {
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
  ///   - rate: The share of riders who convert with the default, in 0...1.
  ///   - lift: The change with the other variant, in relation to the rate; 0 for an A/A test.
  ///   - looks: How often each is looked at.
  ///   - ridersPerLook: How many riders there are between two looks.
  ///   - generator: Where randomness comes from; the same numbers give the same results.
  public init(
    runs: Int, rate: Double, lift: Double, looks: Int, ridersPerLook: Int,
    using generator: inout some RandomNumberGenerator
  ) {
    self.runs = runs
    var atTheEnd = 0
    var atAnyLook = 0
    for _ in 0..<runs {
      var exposed = [0, 0]
      var converted = [0, 0]
      var isFound = false
      func pair() -> TwoProportionTest {
        TwoProportionTest(
          variant: Proportion(converted[1], of: exposed[1]),
          base: Proportion(converted[0], of: exposed[0]))
      }
      for _ in 0..<looks {
        for _ in 0..<ridersPerLook {
          let random = generator.next()
          let side = Int(random & 1)
          exposed[side] += 1
          let own = side == 1 ? rate * (1 + lift) : rate
          if Double(random >> 11) * 0x1p-53 < own { converted[side] += 1 }
        }
        let test = SequentialTest(pair(), confidence: ExperimentReport.confidence)
        if let test, test.pValue <= 1 - ExperimentReport.confidence { isFound = true }
      }
      if let pValue = pair().pValue, pValue <= 1 - ExperimentReport.confidence { atTheEnd += 1 }
      if isFound { atAnyLook += 1 }
    }
    foundAtTheEnd = atTheEnd
    foundAtAnyLook = atAnyLook
  }
}

/// SplitMix64: the same numbers for the same seed.
///
/// Source: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
public struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  public init(seed: UInt64) {
    state = seed
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
