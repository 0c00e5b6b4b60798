import Basics
import FeatureFlags
import Testing

struct FuzzTests {
  /// How many documents each seed tries; a longer run is a matter of this number.
  private static let rounds = 200

  @Test(arguments: 0..<UInt64(4))
  func `Whatever definitions, rules and contexts say, an evaluation has a consistent answer`(
    seed: UInt64
  ) throws {
    var random = RandomJSON(seed: seed)
    let lint = try FlagLint()
    for _ in 0..<Self.rounds {
      let document = random.document()
      _ = lint.problems(in: document).map(\.description)
      guard let definitions = try? FlagDefinitions(document, clock: .fixed(at: 0)) else { continue }
      let layers = LayeredProvider([
        FlagLevel("o", overrides: [random.text(): random.text()]),
        FlagLevel("d", definitions: definitions),
      ])
      let context = EvaluationContext(attributes: random.object())
      for key in definitions.keys + [random.text()] {
        for type in FlagType.allCases {
          let details = definitions.details(
            for: key, type: type, default: "mine", context: context)
          #expect((details.errorCode != nil) == (details.reason == .error))
          #expect((details.errorMessage?.isEmpty == false) == (details.reason == .error))
          #expect(details.variant != nil || details.value == "mine")
          #expect(
            details == definitions.details(for: key, type: type, default: "mine", context: context))
        }
        _ = layers.explain(key, context: context).json().serialized()
      }
    }
  }

  @Test(arguments: 0..<UInt64(4))
  func `A rule has a result that JSON can hold, or an error`(seed: UInt64) throws {
    var random = RandomJSON(seed: seed)
    for _ in 0..<Self.rounds {
      let data = JSON.object(random.object())
      for _ in 0..<5 {
        guard let result = try? JSONLogicRule(random.rule(depth: 6)).apply(to: data) else {
          continue
        }
        #expect(try JSON(parsing: result.serialized()) == result)
      }
    }
  }

  @Test(arguments: 0..<UInt64(4))
  func `Damaged JSON is read or refused, and never traps`(seed: UInt64) throws {
    var random = RandomJSON(seed: seed)
    for _ in 0..<Self.rounds {
      let bytes = Array(random.document().serialized().utf8)
      #expect(throws: Never.self) { try JSON(parsing: bytes) }
      let damaged = random.damaged(bytes)
      var output: [UInt8] = []
      LogicBatch.answer(damaged[...], into: &output)
      FlagBatch(.empty).answer(damaged[...], into: &output)
      if let value = try? JSON(parsing: damaged) {
        #expect(try JSON(parsing: value.serialized()) == value)
      }
    }
  }
}
