@testable import Experiments
import Testing

/// SplitMix64: the same numbers for the same seed.
///
/// Source: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

struct SimulatedExperimentTests {
  private static let runs = 1_000
  private static let days = 30

  /// How many of a thousand experiments are rejected: by the test at the end, and by the sequential
  /// one at any daily look.
  private func rejections(
    baseRate: Double, effect: Double, ridersPerDay: Int, seed: UInt64
  ) -> (fixed: Int, sequential: Int) {
    var generator = SeededGenerator(state: seed)
    var fixed = 0
    var sequential = 0
    for _ in 0..<Self.runs {
      var exposed = [0, 0]
      var converted = [0, 0]
      var isRejected = false
      for _ in 0..<Self.days {
        for _ in 0..<ridersPerDay {
          let random = generator.next()
          let side = Int(random & 1)
          let rate = baseRate + (side == 1 ? effect : 0)
          exposed[side] += 1
          if Double(random >> 11) * 0x1p-53 < rate { converted[side] += 1 }
        }
        let pair = TwoProportionTest(
          variant: Proportion(converted[1], of: exposed[1]),
          base: Proportion(converted[0], of: exposed[0]))
        if let test = SequentialTest(pair, confidence: 0.95), test.pValue <= 0.05 {
          isRejected = true
        }
      }
      let pair = TwoProportionTest(
        variant: Proportion(converted[1], of: exposed[1]),
        base: Proportion(converted[0], of: exposed[0]))
      if let pValue = pair.pValue, pValue <= 0.05 { fixed += 1 }
      if isRejected { sequential += 1 }
    }
    return (fixed, sequential)
  }

  @Test(arguments: [(0.1, 40, UInt64(1)), (0.5, 40, 2), (0.02, 100, 3), (0.3, 5, 4)])
  func `An A/A test rejects about 5 % at the end and at most 5 % when looked at daily`(
    baseRate: Double, ridersPerDay: Int, seed: UInt64
  ) {
    let (fixed, sequential) = rejections(
      baseRate: baseRate, effect: 0, ridersPerDay: ridersPerDay, seed: seed)

    #expect((30...70).contains(fixed))  // Three standard deviations around 50 of 1,000.
    #expect(sequential <= 50)
  }

  @Test func `An effect that is there is found by both`() {
    let (fixed, sequential) = rejections(
      baseRate: 0.2, effect: 0.1, ridersPerDay: 40, seed: 5)

    #expect(fixed > 900)
    #expect(sequential > 500)
  }
}
