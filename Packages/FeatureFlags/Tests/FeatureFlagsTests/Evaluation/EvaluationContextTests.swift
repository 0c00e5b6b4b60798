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
}
