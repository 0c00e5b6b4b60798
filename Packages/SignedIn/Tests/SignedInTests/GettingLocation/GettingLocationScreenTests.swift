import BasicsTesting
import Basics
import Core
import CoreTesting
import Terminal
import TerminalTesting
import Testing

@testable import SignedIn

@MainActor
struct GettingLocationScreenTests {
  /// Ends the screen as soon as the location is found.
  private final class Recorder: PickupLocatedResponder, RideAcceptedResponder {
    let navigator = Navigator.sample()
    var locations: [Location] = []

    func pickupLocated(at location: Location) {
      locations.append(location)
      navigator.close()
    }

    func rideAccepted(_ ride: Ride) {}
  }

  private let recorder = Recorder()
  private let terminal = ScriptedTerminal(.terminal())
  private let frames = GoldenFrames()
  private let failure = FileError(
    .corrupt, path: "/home/johnny/location.json", reason: "there is no location in it",
    remedy: "Run 'koober location set'.")

  @Test func `A failure is shown and may be tried again`() async throws {
    let run = play([.failure(failure), .success(.operaHouse)])
    try await terminal.waitForFrame(containing: "cannot be found")

    try await frames.check(terminal, "failed")
    terminal.press(.enter)
    #expect(try await run.outcome() == .finished)
    #expect(recorder.locations == [.operaHouse])
  }

  @Test(arguments: [(7, 2), (6, 1)])
  func `The text begins below an empty row where there is room`(
    rows: Int, row: Int
  ) async throws {
    let terminal = ScriptedTerminal(.terminal(TerminalSize(columns: 80, rows: rows)))
    let run = play([.failure(failure)], on: terminal)
    let frame = try await terminal.waitForFrame(containing: "cannot be found")

    let lines = frame.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.firstIndex { $0.contains("cannot be found") } == row)
    run.cancel()
  }

  @Test func `A failure in lines`() async throws {
    let terminal = ScriptedTerminal(.terminal(isAccessible: true), patience: .waits)
    let run = play([.failure(failure), .success(.operaHouse)], on: terminal)
    try await terminal.waitForText("6: Quit")
    terminal.answer(.line("1"))

    #expect(try await run.outcome() == .finished)
    #expect(recorder.locations == [.operaHouse])
    try frames.check(terminal.printedLines, "failed-lines")
  }

  @Test(arguments: [
    (Key.control("p"), "Profile"), (.character("f"), "Friends"), (.character("r"), "Rides"),
  ])
  func `A rider without a location can still go elsewhere`(
    key: Key, destination: String
  ) async throws {
    let run = play([.failure(failure)])
    try await terminal.waitForFrame(containing: "cannot be found")
    terminal.press(key)
    try await terminal.waitForFrame(containing: "Here is \(destination).")
    run.cancel()
  }

  private func play(
    _ answers: [Result<Location, FileError>], on terminal: ScriptedTerminal? = nil
  ) -> Task<NavigationEnd, any Error> {
    let noRide = CloudError.refused(ErrorResponse(.notFound, message: "No ride.").error)
    let screen = GettingLocationScreen(
      model: GettingLocationViewModel(
        locator: ScriptedLocator(answers),
        rideRemoteAPI: FakeRideRemoteAPI(rides: [.failure(noRide)]), responder: recorder),
      profile: .johnny, navigator: recorder.navigator)
    return Task {
      try await recorder.navigator.run(from: screen, on: terminal ?? self.terminal)
    }
  }
}
