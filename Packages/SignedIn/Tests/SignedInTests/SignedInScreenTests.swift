import Core
import CoreTesting
import Terminal
import TerminalTesting
import Testing

@testable import SignedIn

/// The way from screen to screen of the signed-in scope.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct SignedInScreenTests {
  private let terminal = ScriptedTerminal(.terminal())

  @Test func `Profile and rides are shown over the scene, which then continues`() async throws {
    let run = play(TestDependencies(cloud: RideCloud()))
    try await terminal.waitForFrame(containing: "3 cars nearby.")
    terminal.press(.enter)
    terminal.type("opera")
    try await terminal.waitForFrame(containing: "Where to? opera")
    terminal.press(.control("p"))
    try await terminal.waitForFrame(containing: "Koober - Profile")
    terminal.press(.escape)
    try await terminal.waitForFrame(containing: "Where to? opera")
    terminal.press(.escape)
    terminal.type("r")
    try await terminal.waitForFrame(containing: "You have had no rides yet.")
    terminal.press(.escape)
    try await terminal.waitForFrame(containing: "3 cars nearby.")
    terminal.type("q")

    #expect(try await run.outcome == .quit)
  }

  @Test(arguments: [("f", MenuEntry.samples[0]), ("i", MenuEntry.samples[1])])
  func `Where another feature leads, the scope continues afterwards`(
    key: String, entry: MenuEntry
  ) async throws {
    let screen = makeScreen(TestDependencies(cloud: RideCloud()))
    let first = Task { try await screen.run(on: terminal) }
    try await terminal.waitForFrame(containing: "3 cars nearby.")
    terminal.type(key)
    #expect(try await first.outcome == .open(entry))

    let second = Task { try await screen.run(on: terminal) }
    try await terminal.waitForFrame(containing: "3 cars nearby.")
    terminal.type("q")
    #expect(try await second.outcome == .quit)
  }

  @Test func `A ride that is under way is continued, shared, and followed by a new one`()
    async throws
  {
    let ride = Ride.sample(state: .onTrip)
    let cloud = RideCloud(ride: ride)
    let dependencies = TestDependencies(cloud: cloud)
    let screen = makeScreen(dependencies)
    let sharing = Task { try await screen.run(on: terminal) }
    try await terminal.waitForFrame(containing: "You are on your way")
    terminal.type("s")
    #expect(try await sharing.outcome == .openRide(.share, ride))

    let run = Task { try await screen.run(on: terminal) }
    try await dependencies.clock.waitForSleepers()
    await cloud.show(.sample(state: .completed))
    dependencies.clock.advance(by: WaitingForPickupViewModel.refreshInterval)
    try await terminal.waitForFrame(containing: "You have arrived")
    terminal.press(.enter)
    try await terminal.waitForFrame(containing: "3 cars nearby.")
    terminal.type("q")
    #expect(try await run.outcome == .quit)
  }

  @Test func `Signing out ends the scope`() async throws {
    let dependencies = TestDependencies(cloud: RideCloud())
    let run = play(dependencies)
    try await terminal.waitForFrame(containing: "3 cars nearby.")
    terminal.press(.control("p"))
    terminal.type("sy")

    #expect(try await run.outcome == .signedOut)
    #expect(dependencies.signOuts == 1)
  }

  private func makeScreen(_ dependencies: TestDependencies) -> some Screen<SignedInOutcome> {
    SignedInContainer(dependencies: dependencies, session: .johnny).makeSignedInScreen()
  }

  private func play(_ dependencies: TestDependencies) -> Task<SignedInOutcome, any Error> {
    let screen = makeScreen(dependencies)
    return Task { try await screen.run(on: terminal) }
  }
}
