import Basics
import Composition
import Core
import FeatureFlags
import FoundationEssentials
import ScopeTesting
import Terminal
import Testing

/// Each rule is seen to be broken, and to be kept.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct ScopeRuleTests {
  private let folder: TemporaryFolder
  private static let sources = """
    public struct GreetingContainer: Sendable {
      // func makeComment()
      private func makePrivate() {}
    }

    @MainActor extension GreetingContainer {
      func makeScreen(navigator: Navigator) -> GreetingScreen { Made { func makeInside() {} } }
      func makeMenu() -> [MenuItem] {
        []
      }
      package
      func makeFactory() -> GreetingFactory {}
    }
    let greeting = Substitution<any Greeting>(
      flag: "greeting", default: "plain", { PlainGreeting() })
    """

  init() throws { folder = try TemporaryFolder() }

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
      (.neverShown, "No maker or command shows a difference between the variants of 'greeting'."),
    ] as [(Mistake, String)])
  func `A mistake is found, with its object`(mistake: Mistake, message: String) async throws {
    let found = try await messages(of: scope(mistake))

    #expect(found.contains { $0.hasPrefix(message) }, "\(found)")
  }

  @Test func `What is missing in the description is found`() async throws {
    let extra = "\nextension OtherContainer { func makeOther() {} }"
    let scope = try scope(
      sources: Self.sources.replacing("makeFactory", with: "makeThing") + extra, holds: [],
      variants: nil, lines: [["greet"]])

    let found = try await messages(of: scope)

    #expect(
      Set(found) == [
        "GreetingContainer.makeThing is not listed in 'makers'.",
        "GreetingContainer has no method makeFactory.", "No command line of 'makers' runs 'part'.",
        "OtherContainer makes something, and no scope of it is described.",
        "GreetingContainer holds a GreetingCache, which is not listed in 'holds'.",
        "No table says what the variants of 'greeting' are.",
      ])
  }

  @Test func `Makers of one name are refused, as one of them may go unproven`() async throws {
    let extra =
      "\nextension GreetingContainer { func makeMenu(for name: String) -> [MenuItem] { [] } }"

    let found = try await messages(of: scope(sources: Self.sources + extra))

    #expect(
      found == [
        "GreetingContainer has several methods makeMenu; only with names of their own is each proven."
      ])
  }

  @Test(arguments: [
    ("cache = dependencies.cache", "Model(cache: dependencies.cache)", true),
    ("api = dependencies.makeAPI()", "Model(api: dependencies.makeAPI())", true),
    ("store = dependencies.store", "dependencies.store.description", true),
    ("place = dependencies.places.remote", "dependencies.places.file", false),
    ("cache = dependencies.cache", "Model(cache: cache, other: dependencies.cacheFile)", false),
  ])
  func `What a container keeps it does not ask for again`(
    keeps: String, uses: String, isFound: Bool
  ) async throws {
    let extra = """

      extension GreetingContainer {
        init(dependencies: any D) {
          \(keeps)
        }
        var model: Model { \(uses) }
      }
      """

    let found = try await messages(of: scope(sources: Self.sources + extra))

    #expect(found.count == (isFound ? 1 : 0), "\(found)")
    #expect(
      found.allSatisfy { $0.hasPrefix("Sources/ScopeTestingTests/Greeting.swift:20 asks for") })
  }

  @Test func `A folder without the container proves nothing`() async throws {
    let found = try await messages(of: scope(sources: "let nothing = 0"))

    #expect(found.contains("Sources/ScopeTestingTests declares no GreetingContainer."))
  }

  @Test func `A text that never comes is named with what is shown`() async throws {
    let scope = try scope(steps: [.sees("Good night")])

    let error = await #expect(throws: (any Error).self) { try await messages(of: scope) }

    let text = "\(try #require(error))"
    #expect(text.contains("makeScreen never shows 'Good night'. It shows:\nPress Enter."))
  }

  @Test(arguments: [
    ("try await Task.sleep(for: .seconds(1))", "waits on the machine's clock"),
    ("try await Task<Never, Never>.sleep(for: .seconds(1))", "waits on the machine's clock"),
    ("let clock = ContinuousClock()", "waits on the machine's clock"),
    ("let clock: any Clock<Duration> = .continuous", "waits on the machine's clock"),
    (
      "protocol HiDependencies { var hi: Int { get } }; extension HiDependencies { var hi: Int { 1 } }",
      "gives a default answer to 'hi'"
    ),
    (
      "protocol HiDependencies { func hi() }; extension Low where Self: HiDependencies { func hi() {} }",
      "gives a default answer to 'hi'"
    ),
    ("\"It is \\(Date())\"", "reads the machine's time"), ("Date.now", "reads the machine's time"),
    ("Int.random(in: 1...6)", "makes its own randomness"),
    ("ProcessInfo.processInfo.environment", "takes from the process"),
    ("let services = self.services ?? SystemServices()", "takes from the process"),
    ("Model(wallClock: SystemWallClock())", "waits on the machine's clock"),
    ("@TaskLocal static var session: Int?", "shares state beside the scopes"),
    ("ServiceRegistry.shared.friends", "shares state beside the scopes"),
    ("static weak var container: Scope?", "'container' is a global that changes"),
    ("@MainActor private let scopes = LinkScopes()", "'scopes' is a global LinkScopes"),
    ("enum M { @MainActor static let made = LinkScopes() }", "'made' is a global LinkScopes"),
    ("private let kept: Mutex<[Int]> = Mutex([])", "'kept' is a global Mutex"),
  ])
  func `What is injected and what is shared stays out of the code`(
    line: String, reason: String
  ) async throws {
    let type = "final class LinkScopes {}\n"

    let found = try await messages(of: scope(sources: Self.sources + "\n" + type + line))

    #expect(found.count == 1 && found[0].contains(":17 \(reason)"), "\(found)")
  }

  @Test(arguments: [
    "// Task.sleep", "/* Date() /* ProcessInfo */ */", #"let text = "Task.sleep""#,
    ##"let text = #"a " ContinuousClock"#"##, "let limit = 3", "static var all: [Int] { [] }",
    "let clock: any Clock<Duration>", "struct S { var count = 0 }", "wallClock.now",
  ])
  func `Comments, strings, values and what is injected are no violation`(line: String) async throws
  {
    #expect(try await messages(of: scope(sources: Self.sources + "\n" + line)) == [])
  }

  @Test func `A substitution that no list has is found`() async throws {
    let other = "\nlet other = Substitution<Bool>(\n  flag: \"other\", default: \"a\")"

    let found = try await messages(of: scope(sources: Self.sources + other))

    #expect(
      found == ["The substitution of 'other' is not listed in the flags of ScopeTestingTests."])
  }

  // MARK: - The scope

  private func messages(
    of scope: ScopeUnderTest<GreetingParent, GreetingContainer>
  ) async throws -> [String] {
    var messages: [String] = []
    for proof in scope.proofs {
      do {
        try await proof.check()
      } catch let violations as ScopeViolations {
        messages += violations.messages
      }
    }
    return messages
  }

  private func scope(
    _ mistake: Mistake = .none, sources: String = Self.sources,
    steps: [Step] = [.sees("Press"), .presses(.enter), .sees(", Ada.")],
    holds: [Any.Type] = [GreetingCache.self],
    variants: [String: String]? = ["plain": "PlainGreeting()", "loud": "LoudGreeting()"],
    lines: [CommandLineInput] = [["greet"], ["part"]]
  ) throws -> ScopeUnderTest<GreetingParent, GreetingContainer> {
    let module = "\(folder.path)/Sources/ScopeTestingTests"
    try FileManager.default.createDirectory(atPath: module, withIntermediateDirectories: true)
    try sources.write(toFile: "\(module)/Greeting.swift", atomically: true, encoding: .utf8)
    let substitution = GreetingContainer.greeting(mistake)
    let document = """
      {"flags": {"greeting": {"state": "ENABLED", "defaultVariant": "plain",
        "variants": {"plain": "plain", "loud": "loud"}}}}
      """
    return ScopeUnderTest(
      of: "ScopeTestingTests",
      flags: FlagSet(document: Array(document.utf8), substitutions: [substitution]),
      variants: variants.map { [.of(substitution, $0)] } ?? [], holds: holds,
      parent: { GreetingParent($0, $1, mistake) }, open: { GreetingContainer(parent: $0) },
      makers: [
        .make("makeScreen", steps) { $0.container.makeScreen(navigator: $0.navigator) },
        .make("makeMenu") { $0.container.makeMenu() },
        .factory("makeFactory") {
          let factory = $0.container.makeFactory()
          return { factory.create() }
        },
      ]
        + .commands([.greet, .part], lines) { GreetingContext(console: $1, container: $0) },
      testPath: "\(folder.path)/Tests/ScopeTestingTests/Test.swift")
  }
}
