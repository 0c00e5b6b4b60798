import FeatureFlags
import Testing

struct SplitTests {
  private static let riders = 100_000

  /// The variant of each rider, by a flag of the given key and buckets.
  private func variants(
    _ key: String, _ buckets: [(String, Int)], riders: Int = SplitTests.riders
  ) throws -> [String] {
    let variants = buckets.map { "\"\($0.0)\": \"\($0.0)\"" }.joined(separator: ",")
    let split = buckets.map { "[\"\($0.0)\", \($0.1)]" }.joined(separator: ",")
    let definitions = try FlagDefinitions(
      json: """
        {"flags": {"\(key)": {"state": "ENABLED", "variants": {\(variants)},
          "targeting": {"fractional": [\(split)]}}}}
        """)
    return (0..<riders).map {
      definitions.value(
        of: key, default: "none", context: EvaluationContext(targetingKey: "rider-\($0)"))
    }
  }

  /// Pearson's statistic of observed numbers against expected ones.
  private func chiSquare(_ observed: [Int], _ expected: [Double]) -> Double {
    zip(observed, expected).reduce(0) { sum, entry in
      let difference = Double(entry.0) - entry.1
      return sum + difference * difference / entry.1
    }
  }

  @Test func `A hundred thousand riders are split as the weights say`() throws {
    let weights = [("a", 1), ("b", 9), ("c", 40), ("d", 50)]

    let variants = try variants("weights", weights)

    let counts = weights.map { weight in variants.count { $0 == weight.0 } }
    let statistic = chiSquare(counts, weights.map { Double($0.1 * Self.riders) / 100 })
    #expect(counts.reduce(0, +) == Self.riders)
    #expect(statistic < 16.27)  // Chance exceeds this once in a thousand, with three degrees.
  }

  @Test func `Two flags split riders independently`() throws {
    let first = try variants("first-flag", [("a", 1), ("b", 1)])
    let second = try variants("second-flag", [("x", 1), ("y", 2)])

    var counts: [String: Int] = [:]
    for (one, other) in zip(first, second) { counts[one + other, default: 0] += 1 }

    let riders = Double(Self.riders)
    let statistic = chiSquare(
      ["ax", "ay", "bx", "by"].map { counts[$0] ?? 0 },
      [riders / 6, riders / 3, riders / 6, riders / 3])
    #expect(statistic < 16.27)
  }

  @Test func `A variant appended with weight 0 moves no rider`() throws {
    let before = try variants("appended", [("a", 30), ("b", 70)])
    let after = try variants("appended", [("a", 30), ("b", 70), ("c", 0)])

    #expect(before == after)
  }

  @Test func `Each rider keeps the variant`() throws {
    let buckets = [("a", 1), ("b", 1)]

    #expect(
      try variants("kept", buckets, riders: 5_000)
        == variants("kept", buckets, riders: 5_000))
  }

  @Test func `A larger weight only moves riders into its variant`() throws {
    let before = try variants("grown", [("a", 10), ("b", 90)], riders: 10_000)
    let after = try variants("grown", [("a", 20), ("b", 80)], riders: 10_000)

    #expect(zip(before, after).allSatisfy { $0 == $1 || ($0 == "b" && $1 == "a") })
  }
}
