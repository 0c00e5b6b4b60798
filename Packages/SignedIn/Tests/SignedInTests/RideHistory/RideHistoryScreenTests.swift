import BasicsTesting
import Console
import Core
import CoreTesting
import Terminal
import TerminalTesting
import Testing

@testable import SignedIn

@MainActor
struct RideHistoryScreenTests {
  private let terminal = ScriptedTerminal(.terminal())
  private let frames = GoldenFrames()
  private let clock = ManualWallClock()

  @Test func `The rides that the rider has had`() async throws {
    let run = play([.success(.sample(state: .completed))])
    try await terminal.waitForFrame(containing: "Apple Store")

    try await frames.check(terminal, "rides")
    terminal.press(.escape)
    #expect(try await run.outcome() == .finished)
  }

  @Test func `A failure is shown and may be tried again`() async throws {
    let run = play([
      .failure(.unreachable(reason: "no route")), .success(.sample(state: .onTrip)),
    ])
    try await terminal.waitForFrame(containing: "did not answer")
    terminal.press(.control("r"))

    try await terminal.waitForFrame(containing: "on trip")
    terminal.press(.escape)
    #expect(try await run.outcome() == .finished)
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

    #expect(try await run.outcome() == .finished)
  }

  @Test func `The list is renewed when a ride of the rider's has changed`() async throws {
    let cloud = StreamingCloudTransport()
    let rides = FakeRideRemoteAPI(
      rides: [.success(.sample(state: .onTrip)), .success(.sample(state: .completed))])
    let run = play(rides, events: .pushed(by: cloud, clock: clock))
    try await terminal.waitForFrame(containing: "on trip")
    try await cloud.waitForStreams(opened: 1)
    #expect(rides.historyLoads == 1)

    try cloud.push(.shared(.sample(state: .completed)))
    try cloud.push(.position(.appleStore()))
    try cloud.push(.friends)
    try cloud.push(.own(.sample(state: .completed)))
    try await terminal.waitForFrame(containing: "completed")
    cloud.end(.failure(.unreachable(reason: "no route")))
    // Both wait only after all events: the screen to ask, and the stream to be opened again.
    try await clock.waitForSleepers(2)

    #expect(rides.historyLoads == 2)
    terminal.press(.escape)
    #expect(try await run.outcome() == .finished)
  }

  @Test func `The rides in lines`() async throws {
    let terminal = ScriptedTerminal(.terminal(isAccessible: true), patience: .waits)
    let run = play([.success(.sample(state: .completed))], on: terminal)
    try await terminal.waitForText("3: Back")
    terminal.answer(.line("3"))

    #expect(try await run.outcome() == .finished)
    try frames.check(terminal.printedLines, "lines")
  }

  private func play(
    _ rides: [Result<Ride, CloudError>], on terminal: ScriptedTerminal? = nil
  ) -> Task<NavigationEnd, any Error> {
    play(FakeRideRemoteAPI(rides: rides), events: .none(clock), on: terminal)
  }

  private func play(
    _ rides: FakeRideRemoteAPI, events: LiveEvents, on terminal: ScriptedTerminal? = nil
  ) -> Task<NavigationEnd, any Error> {
    let navigator = Navigator.sample()
    let screen = RideHistoryScreen(
      rideRemoteAPI: rides, knownRides: KnownRides(), liveEvents: events,
      tiles: .empty(ManualWallClock()), wallClock: ManualWallClock(),
      scenes: Scenes(
        of: NamedScenes { scene in
          if case .ride(let ride) = scene { "the ride to \(ride.dropoff)" } else { "\(scene)" }
        }, in: navigator))
    return Task { try await navigator.run(from: screen, on: terminal ?? self.terminal) }
  }
}
