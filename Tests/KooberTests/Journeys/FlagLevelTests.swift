import Basics
import FeatureFlags
import Testing

@testable import koober

/// The seven levels that decide a flag, each above each lower one, through the program.
@MainActor
struct FlagLevelTests {
  /// The levels, the highest first, with the names that 'flags explain' gives them.
  enum Level: String, CaseIterable {
    case build
    case choiceOfCloud = "--cloud"
    case option = "--flag"
    case environment = "KOOBER_FLAGS"
    case user, cloud
    case builtIn = "built-in"
  }

  private var machine: TestMachine
  private var arguments: [String] = []

  init() throws { machine = try TestMachine() }

  private nonisolated static let pairs = Level.allCases.enumerated().flatMap { index, higher in
    Level.allCases.dropFirst(index + 1).map { (higher, $0) }
  }

  @Test(arguments: pairs)
  func `Of two levels the higher one decides`(higher: Level, lower: Level) async throws {
    #expect(Self.pairs.count == 21)
    var choice = self
    try await choice.requireThatTheHigherDecides(higher, lower)
  }

  private mutating func requireThatTheHigherDecides(_ higher: Level, _ lower: Level) async throws {
    let (flag, variant, other) = Self.flag(of: higher)
    try choose(flag, variant, at: higher)
    try choose(flag, other, at: lower)
    let outcome = await machine.run(["flags", "explain", flag, "--json"] + arguments)

    if higher == .build, !Self.buildDecides {
      // A build without the trait decides nothing, and the choice of a cloud nothing about sessions.
      let origin = lower == .choiceOfCloud ? Level.builtIn : lower
      #expect(try outcome.document(Explanation.self).origin == origin.rawValue)
    } else if [.build, .choiceOfCloud].contains(higher), lower == .option {
      #expect(outcome.status == 64, "what was typed and cannot hold is refused")
    } else {
      let explanation = try outcome.document(Explanation.self)
      #expect(explanation.origin == higher.rawValue && explanation.variant == variant)
    }
  }

  private struct Explanation: Decodable {
    let variant: String
    let origin: String
  }

  /// Whether this build has the trait that decides where sessions are stored.
  private static var buildDecides: Bool {
    [Feature].all.compactMap(\.flags).contains { $0.decidedByBuild["user-session-store"] != nil }
  }

  /// A flag that a level can decide, its variant there, and another one.
  private static func flag(of level: Level) -> (flag: String, variant: String, other: String) {
    switch level {
    case .build: ("user-session-store", "file", "memory")
    case .choiceOfCloud: ("route-model", "street-grid", "straight-line")
    case .option, .environment, .user, .cloud, .builtIn: ("dropoff-ranking", "nearness", "match")
    }
  }

  private mutating func choose(_ flag: String, _ variant: String, at level: Level) throws {
    switch level {
    case .build, .builtIn: break
    case .choiceOfCloud: arguments += ["--cloud", "http://127.0.0.1:1"]
    case .option: arguments += ["--flag", "\(flag)=\(variant)"]
    case .environment: machine.environment["KOOBER_FLAGS"] = "\(flag)=\(variant)"
    case .user:
      try PrivateFile(path: machine.home.path(of: "config/flags.json"))
        .write(Array("{\"\(flag)\": \"\(variant)\"}".utf8))
    case .cloud:
      let variants = ["match", "nearness", "street-grid", "straight-line", "file", "memory"]
        .map { "\"\($0)\": \"\($0)\"" }.joined(separator: ", ")
      let definition = """
        {"flags": {"\(flag)": {"state": "ENABLED", "defaultVariant": "\(variant)",
          "variants": {\(variants)}}}}
        """
      for place in ["data/cloud", "cache/clouds/http-127.0.0.1-1"] {
        try PrivateFile(path: machine.home.path(of: "\(place)/flags.json"))
          .write(Array(definition.utf8))
      }
    }
  }
}
