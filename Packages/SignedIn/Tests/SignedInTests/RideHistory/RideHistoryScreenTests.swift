import BasicsTesting
import Core
import CoreTesting
import Terminal
import TerminalTesting
import Testing

@testable import SignedIn

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct RideHistoryScreenTests {
  private let terminal = ScriptedTerminal(.terminal())
  private let frames = GoldenFrames()
  private let clock = ManualClock()

  @Test func `The rides that the rider has had`() async throws {
    let run = play([.success(.sample(state: .completed))])
    try await terminal.waitForFrame(containing: "Apple Store")

    try await frames.check(terminal, "rides")
    terminal.press(.escape)
    #expect(try await run.outcome == .finished)
  }

  @Test func `A failure is shown and may be tried again`() async throws {
    let run = play([
      .failure(.unreachable(reason: "no route")), .success(.sample(state: .onTrip)),
    ])
    try await terminal.waitForFrame(containing: "did not answer")
    terminal.press(.control("r"))

    try await terminal.waitForFrame(containing: "on trip")
    terminal.press(.escape)
    #expect(try await run.outcome == .finished)
  }

  @Test func `Enter opens the ride, and the list renews itself`() async throws {
    let run = play([.success(.sample(state: .onTrip)), .success(.sample(state: .completed))])
    try await terminal.waitForFrame(containing: "on trip")
    terminal.press(.enter)
    try await terminal.waitForFrame(containing: "Here is the ride to Apple Store.")
    terminal.press(.escape)
    try await clock.waitForSleepers()
    clock.advance(by: .seconds(5))
    try await terminal.waitForFrame(containing: "completed")
    terminal.press(.escape)

    #expect(try await run.outcome == .finished)
  }

  @Test func `The rides in lines`() async throws {
    let terminal = ScriptedTerminal(.terminal(isAccessible: true), patience: .waits)
    let run = play([.success(.sample(state: .completed))], on: terminal)
    try await terminal.waitForText("3: Back")
    terminal.answer(.line("3"))

    #expect(try await run.outcome == .finished)
    try frames.check(terminal.printedLines, "lines")
  }

  private func play(
    _ rides: [Result<Ride, CloudError>], on terminal: ScriptedTerminal? = nil
  ) -> Task<NavigationEnd, any Error> {
    let navigator = Navigator.sample(clock: clock)
    let screen = RideHistoryScreen(
      rideRemoteAPI: FakeRideRemoteAPI(rides: rides), knownRides: KnownRides(),
      navigator: navigator
    ) { ride in NamedScreen("the ride to \(ride.dropoff)", navigator: navigator) }
    return Task { try await navigator.run(from: screen, on: terminal ?? self.terminal) }
  }
}
