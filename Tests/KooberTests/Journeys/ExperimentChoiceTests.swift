import Basics
import Core
import CoreTesting
import FeatureFlags
import Testing

@testable import SignedIn
@testable import koober

/// Whether an installation takes part in experiments.
@Suite(.timeLimit(.minutes(10)))
struct ExperimentChoiceTests {
  private var machine: TestMachine

  init() throws {
    machine = try TestMachine()
  }

  private var waiting: [UInt8]? {
    get throws {
      try PrivateFile(path: machine.home.path(of: "state/experiment-events.jsonl")).read()
    }
  }

  /// Meets a variant that was not chosen by the build.
  private func meetRanking() throws {
    let scope = try machine.openProcessScope(flags: ["dropoff-ranking=nearness"])
      .openRiderScope(of: .johnny)
    _ = placeRanking.make(in: scope.flagScope)
  }

  @Test(
    arguments: [
      (nil, nil, SettingValue.on, "built-in"), ("off", nil, .off, "KOOBER_EXPERIMENTS"),
      ("on", "off", .on, "KOOBER_EXPERIMENTS"), (nil, "off", .off, "user"),
      ("", "off", .off, "user"), (nil, "on", .on, "user"),
    ] as [(String?, String?, SettingValue, String)])
  func `The variable decides before the setting`(
    variable: String?, setting: String?, value: SettingValue, origin: String
  ) async throws {
    var machine = machine
    if let setting {
      #expect(await machine.run("config", "set", "experiments", setting).status == 0)
    }
    machine.environment["KOOBER_EXPERIMENTS"] = variable

    let shown = try await machine.run("config", "show", "--json").document([String: String].self)

    #expect(shown == ["experiments": value.rawValue, "decidedBy": origin])
  }

  @Test func `A choice that is none is an error of the configuration`() async {
    var machine = machine
    machine.environment["KOOBER_EXPERIMENTS"] = "maybe"

    #expect(await machine.run("profile").status == 78)
  }

  @Test func `Who takes no part records nothing, and what waits is deleted`() async throws {
    try meetRanking()
    #expect(try waiting?.isEmpty == false)

    #expect(await machine.run("config", "set", "experiments", "off").status == 0)
    #expect(try waiting == nil)
    try meetRanking()
    #expect(try waiting == nil)

    #expect(await machine.run("config", "set", "experiments", "on").status == 0)
    try meetRanking()
    #expect(try waiting?.isEmpty == false)
  }
}
