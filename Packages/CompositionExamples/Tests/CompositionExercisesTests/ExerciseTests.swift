import Basics
import Testing

@testable import CompositionExercises

/// Each exercise can be solved, and is not solved by what it begins with.
struct ExerciseTests {
  /// The end of the message about each mistake: of the compiler, or of the check.
  private static let messages = [
    "self-made": "Check.swift:12:46: error: argument passed to call that takes no arguments",
    "perhaps-a-session": "error: value of optional type 'UserSession?' must be unwrapped",
    "no-answer": "error: type 'RiderContainer' does not conform to protocol 'SharingDependencies'",
    "forged-key": "initializer is inaccessible due to 'fileprivate' protection level",
    "cycle": "error: constant 'self.sharingContainer' used before being initialized",
    "wrong-lifetime": "Two pick-ups of one rider asked the cloud 2 times.",
    "kept-product": "The second post is 'Rosa shares 'Beach'.'.",
    "made-twice": "The inbox is read, and the status line says 'Inbox: 1 new'.",
    "kept-child": "Rosa has signed out, and her scope is alive: who holds it?",
    "hidden-default": "The quote is 'AUD 0', although the fare of the city is 12.",
    "too-early": "Opening the scope counts, and the rider has met nothing.",
  ]

  @Test func `Every exercise has its message`() throws {
    #expect(Set(try Exercise.all().map(\.name)) == Set(Self.messages.keys))
  }

  @Test(arguments: try Exercise.all().map(\.name))
  func `What an exercise begins with fails, and its answer passes`(name: String) throws {
    let exercise = try #require(try Exercise.all().first { $0.name == name })

    let problem = try #require(try exercise.problem(in: exercise.beginning))
    #expect(problem.contains(try #require(Self.messages[name])), "\(problem)")
    #expect(try exercise.problem(in: exercise.answer) == nil)
  }

  /// What a learner may try instead of the answer.
  private static let detours: [(name: String, part: String, instead: String, message: String)] = [
    (
      "perhaps-a-session", "stored.map { RiderContainer(session: $0) }",
      "RiderContainer(session: stored!)", "It crashes"
    ),
    (
      "perhaps-a-session", "let session: UserSession\n\n  func",
      "let session: UserSession!\n\n  func", "The session of the scope is optional."
    ),
    ("no-answer", "{ parent.cloudClient }", "{ CloudClient() }", "a client of its own"),
    (
      "cycle", "func makeSharingContainer() -> SharingContainer {\n    Sh",
      """
      func makeSharingContainer() -> SharingContainer { sharing }
      private lazy var sharing = makeSharing()
      private func makeSharing() -> SharingContainer {
        Sh
      """, "alive after its last use"
    ),
    (
      "wrong-lifetime", "let priceCache = PriceCache()",
      "var priceCache: PriceCache { Self.cache }\n  @MainActor static let cache = PriceCache()",
      "It does not compile"
    ),
    (
      "made-twice", "let inbox = Inbox()",
      "let inbox = Self.shared\n  nonisolated(unsafe) private static let shared = Inbox()",
      "of another one"
    ),
    (
      "kept-child", "let name = \"Koober\"",
      "let name = \"Koober\"\n  private weak var riderContainer: RiderContainer?",
      "The parent still has"
    ),
    (
      "forged-key",
      "accounts.signIn(rider: rider, password: password).map { RiderContainer(session: $0) }",
      """
      accounts.signIn(rider: rider, password: password) == nil
          ? nil : RiderContainer(session: UserSession(name: rider))
      }

      extension UserSession {
        init(name: String) { rider = name }
      """, "It does not compile"
    ),
    (
      "cycle", "func makeSharingContainer() -> SharingContainer {\n    Sh",
      """
      private weak var kept: SharingContainer?

        func makeSharingContainer() -> SharingContainer {
          let made = kept ?? make()
          kept = made
          return made
        }

        private func make() -> SharingContainer {
          Sh
      """, "The rider's container still has"
    ),
    (
      "kept-product", "    shareFactory.create(payload: post)",
      """
          let model = shareFactory.create(payload: post)
          opened = model
          return model
        }

        private weak var opened: ShareViewModel? {
          didSet {}
      """, "The list still has"
    ),
    (
      "made-twice", "func makeSharingContainer() -> SharingContainer { SharingContainer() }",
      "let sharing = SharingContainer()\n  func makeSharingContainer() -> SharingContainer { sharing }",
      "keeps its child"
    ),
    (
      "hidden-default", "init(fares: any FareSource)",
      "init(fares: any FareSource = BuiltInFares())", "can still be made without fares"
    ),
    (
      "hidden-default", "QuoteViewModel(fares: fares)", "QuoteViewModel()", "It does not compile"
    ),
    ("too-early", ".make(in: flagScope)", ".makeUnused(in: flagScope)", "nothing is counted"),
  ]

  @Test(arguments: detours.indices)
  func `A detour fails, too`(index: Int) throws {
    let detour = Self.detours[index]
    let exercise = try #require(try Exercise.all().first { $0.name == detour.name })
    #expect(exercise.answer.contains(detour.part))

    let problem = try exercise.problem(
      in: exercise.answer.replacing(detour.part, with: detour.instead))

    #expect(problem?.contains(detour.message) == true, "\(problem ?? "It is mended.")")
  }

  @Test func `A solution that does not end is a mistake`() throws {
    let exercise = try #require(try Exercise.all().first { $0.name == "kept-child" })
    let endless = exercise.answer.replacing("String { name }", with: "String { name }")
      .replacing("String { \"", with: "String { while rider != \"\" {}; return \"")

    let problem = try exercise.problem(in: endless, within: .milliseconds(100))

    #expect(problem?.hasPrefix("It does not end") == true)
  }

  @Test func `The code of the exercises is formatted`() throws {
    let folder = try TemporaryFolder()
    let paths = try Exercise.all().flatMap { exercise in
      try [exercise.beginning, exercise.answer, exercise.check].enumerated().map {
        try folder.write($0.element, to: "\(exercise.name)-\($0.offset).swift")
      }
    }
    let configuration = "\(Exercise.package)/../../.swift-format"

    let outcome = try Subprocess.run(
      "swift", ["format", "lint", "--strict", "--configuration", configuration] + paths,
      error: .standardOutput)

    #expect(outcome.status == .exited(0), "\(outcome.outputText)")
  }
}
