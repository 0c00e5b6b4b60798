import BasicsTesting
import Composition
import FeatureFlags
import ScopeTesting
import Terminal
import Testing

/// Each rule is seen to be broken, and to be kept.
@MainActor
struct ScopeRuleTests {
  @Test func `A scope that keeps the rules has no violation`() async throws {
    #expect(try await messages(of: scope()) == [])
  }

  @Test(
    arguments: [
      (.newCacheEachTime, "GreetingContainer holds no GreetingCache, so that"),
      (.cacheInScreen, "makeScreen uses another GreetingCache than the one that the scope holds."),
      (.cacheTwice, "GreetingContainer holds more than one GreetingCache."),
      (.factoryKeepsFirst, "A factory of makeFactory creates the same GreetingModel twice."),
      (.menuKeepsModel, "An entry of makeMenu opens the same GreetingModel twice."),
      (.modelForever, "Two calls of makeScreen share a GreetingModel"),
      (.modelForever, "GreetingModel is alive after makeScreen was left."),
      (.screenInTask, "GreetingScreen is alive after makeScreen was left."),
      (.taskGoesOn, "A task goes on after makeScreen was left"),
      (.parentKeepsChild, "After makeScreen its GreetingCache outlives the closed scope."),
      (.parentKeepsChild, "After makeScreen the closed scope is alive: [\"greetings\""),
      (.exposedWhenMade, "makeScreen, when it is made: 'plain' of 'greeting' is exposed before"),
      (.neverExposed, "makeScreen, at ', Ada.': the variants of 'greeting' differ, and 'plain' is"),
      (.swappedVariants, "'loud' of 'greeting' is PlainGreeting() and not LoudGreeting()."),
      (
        .taskUntilEnter,
        "A task goes on after makeScreen was left: it waits for time to pass. The walk ended after"
      ),
      (
        .remembersVisit,
        "The second visit of makeScreen shows at ', Ada.' what the first one has left"
      ),
      (.doorIgnored, "greet ignores 'greeting': it shows the same with each variant"),
      (.twoModels, "On makeScreen there are several objects of GreetingModel at once"),
      (.otherCall, "makeScreen sends\n  greet nobody\ninstead of\n  greet Ada"),
      (.noCall, "makeScreen sends\n  nothing\ninstead of\n  greet Ada"),
      (.twoCalls, "makeScreen sends\n  greet Ada\n  greet Ada\ninstead of\n  greet Ada"),
      (.deaf, "scene greeting does not follow 'news': it shows the same, and asks for nothing."),
      (.neverShown, "The variants of 'greeting' look the same: no maker or command shows"),
    ] as [(Mistake, String)])
  func `A mistake is found, with its object`(mistake: Mistake, message: String) async throws {
    let found = try await messages(of: scope(mistake))

    #expect(found.contains { $0.hasPrefix(message) }, "\(found)")
  }

  @Test func `A finding says where its object is declared, and how to mend it`() async throws {
    let proof = try #require(
      scope(.factoryKeepsFirst).proofs.first { $0.description == "identity: makeFactory" })

    let violations = try #require(
      await #expect(throws: ScopeViolations.self) { try await proof.check() })

    let text = violations.description.split(separator: "\n").map(String.init)
    try #require(text.count == 4)
    #expect(text[0] == "[identity: makeFactory]")
    #expect(text[1] == "- A factory of makeFactory creates the same GreetingModel twice.")
    #expect(text[2].hasPrefix("To mend it: Make in the method what is new each time"))
    #expect(text[3].hasPrefix("GreetingModel: Tests/ScopeTestingTests/GreetingFeature.swift:"))
  }

  @Test func `What is missing in the description is found`() async throws {
    let scope = try scope(holds: [], variants: nil, lines: [.greet])

    let found = try await messages(of: scope)

    #expect(
      Set(found) == [
        "No command line of 'makers' runs 'part'.",
        "GreetingContainer holds a GreetingCache, which is not listed in 'holds'.",
        "No table says what the variants of 'greeting' are.",
      ])
  }

  @Test func `A module that is not the container's is found`() async throws {
    let found = try await messages(of: scope(module: "ScopeTestingTest"))

    #expect(
      found == ["'ScopeTestingTest' is not the module of ScopeTestingTests.GreetingContainer."])
  }

  @Test func `A text that never comes is named with what is shown`() async throws {
    let scope = try scope(steps: [.sees("Good night")])

    let error = await #expect(throws: (any Error).self) { try await messages(of: scope) }

    let text = "\(try #require(error))"
    #expect(text.contains("makeScreen never shows 'Good night'. It shows:\nPress Enter."))
  }

  // MARK: - The scope

  private func messages(
    of scope: ScopeUnderTest<GreetingParent, GreetingContainer>
  ) async throws -> [String] {
    var messages: [String] = []
    for proof in scope.proofs {
      do {
        // Each mistake that is found costs a wait that fails.
        try await WaitBound.$rounds.withValue(10) { try await proof.check() }
      } catch let violations as ScopeViolations {
        messages += violations.messages
      }
    }
    return messages
  }

  private func scope(
    _ mistake: Mistake = .none, module: String = "ScopeTestingTests",
    steps: [Step] = [.sees("Press"), .presses(.enter), .sees(", Ada.")],
    holds: [Any.Type] = [GreetingCache.self],
    variants: [String: String]? = ["plain": "PlainGreeting()", "loud": "LoudGreeting()"],
    lines: [GreetingCommand] = GreetingCommand.allCases
  ) throws -> ScopeUnderTest<GreetingParent, GreetingContainer> {
    let substitution = GreetingContainer.greeting(mistake)
    let document = """
      {"flags": {"greeting": {"state": "ENABLED", "defaultVariant": "plain",
        "variants": {"plain": "plain", "loud": "loud"}}}}
      """
    return ScopeUnderTest(
      of: module,
      flags: FlagSet(document: Array(document.utf8), substitutions: [substitution]),
      variants: variants.map { [.of(substitution, $0, metIn: ["makeScreen", "greet"])] } ?? [],
      holds: holds,
      parent: { GreetingParent($0, mistake) }, open: { GreetingContainer(parent: $0) },
      makers: [
        .make("makeScreen", steps) { $0.container.makeScreen(navigator: $0.navigator) },
        .scene(.greeting, [.sees("Press")]) { GreetingScenes(container: $0) }
          .following([GreetingEvent.news]),
        .make("makeMenu") { $0.container.makeMenu() },
        .factory("makeFactory") {
          let factory = $0.container.makeFactory()
          return { factory.create() }
        },
      ]
        + lines.map { line in
          .use(line.rawValue, of: GreetingCommand.allCases.map(\.rawValue)) {
            try line.run(in: $0.container, on: $1)
          }
        })
  }
}
