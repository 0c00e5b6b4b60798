import Basics
import FeatureFlags
import Testing

struct EvaluationContextTests {
  @Test func `The targeting key is an attribute like any other`() {
    let context = EvaluationContext(targetingKey: "rider", attributes: ["tier": "gold"])

    #expect(context.targetingKey == "rider")
    #expect(context.attributes == ["tier": "gold", "targetingKey": "rider"])
    #expect(EvaluationContext(attributes: ["targetingKey": 5]).targetingKey == nil)
  }

  @Test func `Merging lets the other's attributes win`() {
    let base = EvaluationContext(targetingKey: "installation", attributes: ["a": 1, "b": 2])

    let merged = base.merging(EvaluationContext(targetingKey: "rider", attributes: ["b": 3]))

    #expect(merged.attributes == ["targetingKey": "rider", "a": 1, "b": 3])
  }
}
