import FeatureFlags
import Testing

@Suite(.enabled(if: AllocationCounter.isAvailable))
struct AllocationTests {
  private final class Probe {}

  private func definitions() throws -> FlagDefinitions {
    try FlagDefinitions(
      json: """
        {"metadata": {"set": 1}, "flags": {
          "a-static-flag-with-a-long-key": {"state": "ENABLED", "metadata": {"own": "x"},
            "variants": {"a-variant-with-a-long-name": true}, 
            "defaultVariant": "a-variant-with-a-long-name"},
          "a-text": {"state": "ENABLED", "variants": {"v": "a text that is longer than a word"},
            "defaultVariant": "v"},
          "off": {"state": "DISABLED", "variants": {"v": 1}},
          "targeted": {"state": "ENABLED", "variants": {"v": 1, "w": 2}, "defaultVariant": "w",
            "targeting": {"if": [{"in": [{"var": "country"}, ["AU", "NZ"]]}, "v"]}}}}
        """)
  }

  @Test func `The counter counts`() {
    let count = AllocationCounter.allocations { for _ in 0..<3 { _ = Probe() } }

    #expect(count == 3)
  }

  @Test func `A static flag is evaluated without allocating`() throws {
    let definitions = try definitions()
    let context = EvaluationContext(targetingKey: "rider", attributes: ["country": "AU"])
    var isRight = true

    let count = AllocationCounter.allocations {
      for _ in 0..<100 {
        let details = definitions.details(
          for: "a-static-flag-with-a-long-key", default: false, context: context)
        isRight = isRight && details.value && details.variant?.utf8.count == 26
        isRight =
          isRight && definitions.value(of: "a-text", default: "", context: context).utf8.count == 33
        isRight = isRight && definitions.value(of: "off", default: 5, context: context) == 5
      }
    }

    #expect(isRight)
    #expect(count == 0)
  }

  @Test func `A static flag is read from a provider without allocating`() throws {
    let provider: any FeatureProvider = InMemoryProvider(try definitions())
    var isRight = true

    let count = AllocationCounter.allocations {
      for _ in 0..<100 {
        isRight = isRight && provider.value(of: "a-static-flag-with-a-long-key", default: false)
      }
    }

    #expect(isRight)
    #expect(count == 0)
  }
}
