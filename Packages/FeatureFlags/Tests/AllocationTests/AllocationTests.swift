import Basics
import CAllocationCount
import FeatureFlags
import Testing

@Suite(.enabled(if: allocationsAreCounted() != 0, "A sanitizer counts allocations itself."))
struct AllocationTests {
  private final class Probe {
    let number: Int

    init(_ number: Int) {
      self.number = number
    }
  }

  /// The number of times that `body` asks for memory when it runs again: what the first run makes,
  /// the metadata of generic types, stays.
  private func allocations(during body: () -> Void) -> Int {
    body()
    let before = allocationCount()
    body()
    return allocationCount() - before
  }

  private func definitions() throws -> FlagDefinitions {
    let text = """
      {"metadata": {"set": 1}, "flags": {
        "a-static-flag-with-a-long-key": {"state": "ENABLED", "metadata": {"own": "x"},
          "variants": {"a-variant-with-a-long-name": true},
          "defaultVariant": "a-variant-with-a-long-name"},
        "a-text": {"state": "ENABLED", "variants": {"v": "a text that is longer than a word"},
          "defaultVariant": "v"},
        "off": {"state": "DISABLED", "variants": {"v": 1}}}}
      """
    return try FlagDefinitions(parsing: text.utf8)
  }

  @Test func `The counter counts`() {
    var probes: [Probe] = []
    probes.reserveCapacity(6)

    let count = allocations { for number in 0..<3 { probes.append(Probe(number)) } }

    #expect(count == 3)
    #expect(probes.map(\.number) == [0, 1, 2, 0, 1, 2])
  }

  @Test func `A static flag is evaluated without allocating`() throws {
    let definitions = try definitions()
    let context = EvaluationContext(targetingKey: "rider", attributes: ["country": "AU"])
    var isRight = true

    let count = allocations {
      for _ in 0..<100 {
        let details = definitions.details(
          for: "a-static-flag-with-a-long-key", default: false, context: context)
        let text = definitions.value(of: "a-text", default: "", context: context)
        let number = definitions.value(of: "off", default: 5, context: context)
        isRight = isRight && details.value && details.variant?.utf8.count == 26
        isRight = isRight && text.utf8.count == 33 && number == 5
      }
    }

    #expect(isRight)
    #expect(count == 0)
  }

  @Test func `A static flag is read from a provider without allocating`() throws {
    let provider: any FeatureProvider = try definitions()
    let context = EvaluationContext()
    var isRight = true

    let count = allocations {
      for _ in 0..<100 {
        isRight =
          isRight
          && provider.value(
            of: "a-static-flag-with-a-long-key", default: false, context: context)
      }
    }

    #expect(isRight)
    #expect(count == 0)
  }
}
