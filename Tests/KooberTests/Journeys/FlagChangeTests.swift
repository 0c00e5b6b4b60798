import Basics
import Core
import CoreTesting
import FeatureFlags
import TerminalTesting
import Testing

@testable import Onboarding
@testable import SignedIn
@testable import koober

/// Flags that change while the program runs.
@MainActor
struct FlagChangeTests {
  private let machine: TestMachine

  init() throws {
    machine = try TestMachine()
  }

  @Test func `A flag that changes concerns the next scope, never the current one`() async throws {
    let container = try makeContainer()
    let rider = container.openRiderScope(of: .johnny).container
    #expect(placeRanking.make(in: rider.flagScope) == .match)

    _ = await machine.run("flags", "set", "dropoff-ranking", "nearness")

    #expect(placeRanking.make(in: rider.flagScope) == .match)
    let next = try makeContainer().openRiderScope(of: .johnny)
    #expect(placeRanking.make(in: next.container.flagScope) == .nearness)
  }

  @Test func `Each signed-out stretch follows the switch, none changes under the rider`()
    async throws
  {
    let container = try makeContainer()
    let first = container.openSignedOutScope().makeOnboardingContainer()

    _ = await machine.run("flags", "set", "onboarding-order", "email-first")
    let second = container.openSignedOutScope().makeOnboardingContainer()

    #expect(first.signUpFields.first == .name)
    #expect(second.signUpFields.first == .email)
  }

  @Test func `A running program takes changed files up with the next scope, broken ones not`()
    async throws
  {
    let terminal = ScriptedTerminal()
    let container = try AppContainer(
      dependency: machine.dependency(terminal), options: GlobalOptions(), terminal: terminal)
    let first = container.openRiderScope(of: .johnny)

    try machine.define("dropoff-ranking", targeting: #"{"if": [true, "nearness"]}"#)
    let second = container.openRiderScope(of: .johnny)
    try PrivateFile(path: container.folders.flags(of: .embedded)).write(Array("{".utf8))
    let third = container.openRiderScope(of: .johnny)
    try PrivateFile(path: machine.home.path(of: "config/flags.json"))
      .write(Array(#"{"retired": "on"}"#.utf8))
    _ = container.openRiderScope(of: .johnny)

    #expect(placeRanking.make(in: first.container.flagScope) == .match)
    #expect(placeRanking.make(in: second.container.flagScope) == .nearness)
    #expect(placeRanking.make(in: third.container.flagScope) == .nearness)
    #expect(terminal.error.contains(container.folders.flags(of: .embedded)))
    #expect(terminal.error.contains("retired"))
  }

  private func makeContainer() throws -> AppContainer {
    let terminal = ScriptedTerminal()
    return try AppContainer(
      dependency: machine.dependency(terminal), options: GlobalOptions(), terminal: terminal)
  }
}
