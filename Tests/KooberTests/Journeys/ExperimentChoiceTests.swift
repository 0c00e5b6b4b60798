import Basics
import Core
import CoreTesting
import FeatureFlags
import Testing

@testable import SignedIn
@testable import koober

/// Whether an installation takes part in experiments.
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
      .openRiderScope(of: .johnny).container
    _ = placeRanking.make(in: scope.flagScope)
  }

  @Test func `Who takes no part records nothing, and what waits is deleted`() async throws {
    try meetRanking()
    #expect(try waiting?.isEmpty == false)
    #expect(await machine.run("config", "set", "experiments", "on").status == 0)
    #expect(await machine.run("config", "set", "alerts", "off").status == 0)
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
