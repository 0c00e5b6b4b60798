import Basics
import Core
import CoreTesting
import Terminal
import TerminalTesting
import Testing

@testable import SignedIn

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct GettingLocationScreenTests {
  private let terminal = ScriptedTerminal(.terminal())
  private let frames = GoldenFrames()
  private let failure = FileError(
    .corrupt, path: "/home/johnny/location.json", reason: "there is no location in it",
    remedy: "Run 'koober location set'.")

  @Test func `A failure is shown and may be tried again`() async throws {
    let screen = makeScreen([.failure(failure), .success(.operaHouse)])
    let run = Task { try await screen.run(on: terminal) }
    try await terminal.waitForFrame(containing: "cannot be found")

    try await frames.check(terminal, "failed")
    terminal.press(.enter)
    #expect(try await run.outcome == .moved)
  }

  @Test func `A failure in lines`() async throws {
    let terminal = ScriptedTerminal(.terminal(isAccessible: true), patience: .waits)
    let screen = makeScreen([.failure(failure), .success(.operaHouse)])
    let run = Task { try await screen.run(on: terminal) }
    try await terminal.waitForText("6: Quit")
    terminal.answer(.line("1"))

    #expect(try await run.outcome == .moved)
    try frames.check(terminal.printedLines, "failed-lines")
  }

  @Test(arguments: [
    (Key.control("p"), SignedInStep.profile),
    (.character("f"), .leave(.open(MenuEntry.samples[0]))),
    (.character("i"), .leave(.open(MenuEntry.samples[1]))), (.character("r"), .rides),
    (.character("q"), .leave(.quit)),
  ])
  func `A rider without a location can still go elsewhere`(
    key: Key, step: SignedInStep
  ) async throws {
    let screen = makeScreen([.failure(failure)])
    let run = Task { try await screen.run(on: terminal) }
    try await terminal.waitForFrame(containing: "cannot be found")
    terminal.press(key)

    #expect(try await run.outcome == step)
  }

  private func makeScreen(
    _ answers: [Result<Location, FileError>]
  ) -> GettingLocationScreen {
    let noRide = CloudError.refused(ErrorResponse(.notFound, message: "No ride.").error)
    return GettingLocationScreen(
      model: GettingLocationViewModel(
        locator: ScriptedLocator(answers),
        rideRemoteAPI: FakeRideRemoteAPI(rides: [.failure(noRide)])),
      profile: .johnny, menu: MenuEntry.samples, clock: ManualClock())
  }
}
