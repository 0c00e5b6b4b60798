public import BenchmarkKit
import FeatureFlags

extension Rows {
  /// What evaluating a flag in the process costs.
  public static let flags = [staticFlag, splitFlag]

  private static let staticFlag = Benchmark.paired(
    "flag evaluation: static; floor: dictionary look-up",
    target: "≥ 5 million/s (≤ 200 ns), 0 allocations",
    prepare: { FlagFixture() },
    floor: { fixture in fixture.kept.value = fixture.dictionary["static"] },
    work: { fixture in
      fixture.kept.value = fixture.definitions.value(
        of: "static", default: false, context: fixture.context)
    })

  private static let splitFlag = Benchmark.paired(
    "flag evaluation: targeting with a split; floor: hash of the key",
    target: "≥ 1 million/s (≤ 1000 ns)",
    prepare: { FlagFixture() },
    floor: { fixture in
      var hasher = Hasher()
      hasher.combine("splitrider-42")
      fixture.kept.value = hasher.finalize() & 1 == 0
    },
    work: { fixture in
      fixture.kept.value = fixture.definitions.value(
        of: "split", default: false, context: fixture.context)
    })
}

/// What the rows about flags share.
struct FlagFixture {
  let definitions: FlagDefinitions
  let dictionary = ["static": true]
  let context = EvaluationContext(targetingKey: "rider-42", attributes: ["vip": true])
  let kept = Kept<Bool>()

  init() {
    let document = """
      {"flags": {
        "static": {"state": "ENABLED", "variants": {"on": true, "off": false},
          "defaultVariant": "on"},
        "split": {"state": "ENABLED", "variants": {"on": true, "off": false},
          "defaultVariant": "off", "targeting": {"if": [{"var": "vip"},
            {"fractional": [["on", 50], ["off", 50]]}, "off"]}}}}
      """
    // A document that cannot be read leaves no flags, and the rows would then measure errors.
    definitions = (try? FlagDefinitions(parsing: document.utf8)) ?? .empty
  }
}
