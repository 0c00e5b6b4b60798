import Basics
import FeatureFlags
import FeatureFlagsTesting
import Testing

private protocol Greeter: Sendable {
  var greeting: String { get }
}

private struct Formal: Greeter {
  let greeting = "Good day"
}

private struct Casual: Greeter {
  let greeting = "Hi"
}

struct SubstitutionTests {
  private let recorder = RecordedEvents()

  private let substitution = Substitution<any Greeter>(
    flag: "greeter", default: "formal", { Formal() }, alternatives: ["casual": { Casual() }])

  private func definitions(
    targeting: String = "{}", default variant: String = "formal"
  ) throws -> FlagDefinitions {
    try FlagDefinitions(
      json: """
        {"flags": {"greeter": {"state": "ENABLED", "defaultVariant": "\(variant)",
          "variants": {"formal": "f", "casual": "c", "new": "n"}, "targeting": \(targeting)}}}
        """)
  }

  private func scope(
    _ definitions: FlagDefinitions, overrides: FlagOverrides = [:],
    context: EvaluationContext = EvaluationContext(targetingKey: "rider"), at seconds: Int64 = 0
  ) -> FlagScope {
    FlagScope(
      flags: LayeredProvider([
        FlagLevel("--flag", overrides: overrides),
        FlagLevel("built-in", definitions: definitions),
      ]),
      context: context, recorder: recorder, eventFactory: .counting(at: seconds * 1000))
  }

  @Test func `The flag chooses the implementation, and the exposure is recorded`() throws {
    let scope = scope(try definitions(default: "casual"), at: 5)

    #expect(substitution.make(in: scope).greeting == "Hi")
    #expect(substitution.variant(in: scope) == "casual")
    #expect(
      recorder.events == [
        ExperimentEvent(
          id: "1", subject: "rider", milliseconds: 5000,
          kind: .exposure(flag: "greeter", variant: "casual", origin: "built-in"))
      ])
  }

  @Test func `The implementations of all variants are made without an exposure`() {
    #expect(substitution.products.map(\.greeting).sorted() == ["Good day", "Hi"])
    #expect(recorder.events == [])
  }

  @Test func `An exposure carries the segment of the context`() throws {
    var context = EvaluationContext(targetingKey: "rider", attributes: ["email": "a@b.c"])
    context.segment = "wide"

    _ = substitution.make(in: scope(try definitions(default: "casual"), context: context))

    let exposure = ExperimentEvent.Kind.exposure(
      flag: "greeter", variant: "casual", origin: "built-in", segment: "wide")
    #expect(recorder.kinds == [exposure])
  }

  @Test func `What the build decides cannot be chosen`() throws {
    let document =
      #"{"flags": {"greeter": {"state": "ENABLED", "defaultVariant": "formal", "#
      + #""variants": {"formal": "f", "casual": "c"}}}}"#
    let flags = FlagSet(
      document: Array(document.utf8), substitutions: [substitution],
      decidedByBuild: ["greeter": "casual"])

    let scope = try flags.makeScope(overrides: ["greeter": "formal"])

    #expect(substitution.variant(in: scope) == "casual")
  }

  @Test func `An exposure is recorded once per scope and flag`() throws {
    let definitions = try definitions()
    let first = scope(definitions)
    let second = scope(definitions)

    for _ in 0..<3 { _ = substitution.make(in: first) }
    _ = substitution.make(in: second)

    #expect(recorder.events.count == 2)
  }

  @Test func `An override decides, and the exposure says so`() throws {
    let scope = scope(try definitions(), overrides: ["greeter": "casual"])

    #expect(substitution.make(in: scope).greeting == "Hi")
    #expect(
      recorder.kinds == [.exposure(flag: "greeter", variant: "casual", origin: "--flag")])
  }

  @Test(arguments: ["new", "gone"])
  func `A variant without an implementation means the default one, and no exposure`(
    variant: String
  ) throws {
    let scope = scope(try definitions(), overrides: ["greeter": variant])

    #expect(substitution.make(in: scope).greeting == "Good day")
    #expect(substitution.variant(in: scope) == "formal")
    #expect(recorder.events.isEmpty)
  }

  @Test func `An unknown or switched off flag means the default implementation, and no exposure`()
    throws
  {
    let off = try FlagDefinitions(
      json: #"{"flags": {"greeter": {"state": "DISABLED", "variants": {"casual": 1}}}}"#)

    #expect(substitution.make(in: scope(.empty)).greeting == "Good day")
    #expect(substitution.make(in: scope(off)).greeting == "Good day")
    #expect(recorder.events.isEmpty)
  }

  @Test func `Without a subject nothing is recorded`() throws {
    let scope = scope(try definitions(), context: EvaluationContext())

    _ = substitution.make(in: scope)
    scope.recordConversion("greeted")

    #expect(recorder.events.isEmpty)
  }

  @Test func `A split keeps each rider at a variant, scope after scope`() throws {
    let definitions = try definitions(
      targeting: #"{"fractional": [["formal", 1], ["casual", 1]]}"#)

    let variants = (0..<2).map { _ in
      (0..<100).map { rider in
        substitution.variant(
          in: scope(definitions, context: EvaluationContext(targetingKey: "rider-\(rider)")))
      }
    }

    #expect(variants[0] == variants[1])
    #expect(Set(variants[0]) == ["formal", "casual"])
  }

  @Test func `A scope keeps its variant while definitions and time change`() throws {
    let cloud = InMemoryProvider(
      try definitions(targeting: #"{"if": [{"<": [{"var": "$flagd.timestamp"}, 100]}, "casual"]}"#))
    let layers = LayeredProvider([FlagLevel("cloud", definitions: cloud)])
    let context = EvaluationContext(targetingKey: "rider")
    let old = FlagScope(flags: layers, context: context, eventFactory: .counting(at: 99_000))
    let late = FlagScope(flags: layers, context: context, eventFactory: .counting(at: 100_000))

    cloud.replace(with: try definitions(default: "new"))
    let new = FlagScope(flags: layers, context: context)

    #expect(substitution.variant(in: old) == "casual")
    #expect(substitution.variant(in: late) == "formal")
    #expect(new.explain("greeter").variant == "new")
    #expect(old.value(of: "greeter", default: "") == "c")
  }

  @Test func `Factories that need an argument are products`() throws {
    typealias Factory = @Sendable (Int) -> String
    let substitution = Substitution<Factory>(
      flag: "greeter", default: "formal", product: { "formal \($0)" },
      alternatives: ["casual": { "casual \($0)" }])

    let factory = substitution.make(in: scope(try definitions(), overrides: ["greeter": "casual"]))

    #expect(factory(7) == "casual 7")
    #expect(substitution.variants == ["formal", "casual"])
  }

  @Test func `A thousand scopes with different overrides do not disturb each other`() async throws {
    let definitions = try definitions()
    let substitution = substitution

    let isRight = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<1000 {
        group.addTask {
          let variant = number % 2 == 0 ? "formal" : "casual"
          let recorder = RecordedEvents()
          let scope = FlagScope(
            flags: LayeredProvider([
              FlagLevel("test", overrides: ["greeter": variant]),
              FlagLevel("built-in", definitions: definitions),
            ]),
            context: EvaluationContext(targetingKey: "rider-\(number)"), recorder: recorder)
          var greetings: Set<String> = []
          for _ in 0..<10 {
            greetings.insert(substitution.make(in: scope).greeting)
            await Task.yield()
          }
          let exposure = ExperimentEvent.Kind.exposure(
            flag: "greeter", variant: variant, origin: "test")
          return greetings == [number % 2 == 0 ? "Good day" : "Hi"]
            && recorder.kinds == [exposure]
            && recorder.events.first?.subject == "rider-\(number)"
        }
      }
      return await group.reduce(true) { $0 && $1 }
    }

    #expect(isRight)
  }

  @Test func `A conversion that is recorded again has the same identifier`() throws {
    let scope = scope(try definitions())

    for _ in 0..<2 { scope.recordConversion("ride_completed", value: 1250, id: "ride-7") }

    let event = ExperimentEvent(
      id: "ride-7", subject: "rider", milliseconds: 0,
      kind: .conversion(name: "ride_completed", value: 1250))
    #expect(recorder.events == [event, event])
  }

  @Test func `A conversion carries the scope's subject`() throws {
    scope(try definitions()).recordConversion("ride_requested")

    #expect(recorder.kinds == [.conversion(name: "ride_requested")])
    #expect(recorder.events.first?.subject == "rider")
  }
}
