import BasicsTesting
import Core
import CoreTesting
import Terminal
import TerminalTesting
import Testing

@testable import SignedIn

/// What the screen of a pick-up looks like.
@MainActor
struct PickMeUpScreenFrameTests {
  private let frames = GoldenFrames()
  private let unreachable = CloudError.unreachable(reason: "no route")

  @Test func `The map`() async throws {
    let stage = PickMeUpScreenStage()
    let run = stage.play()
    try await stage.terminal.waitForFrame(containing: "3 cars nearby")

    try await frames.check(stage.terminal, "start")
    run.cancel()
  }

  @Test func `The map where only plain characters are shown`() async throws {
    let terminal = ScriptedTerminal(.terminal(isUnicode: false))
    let stage = PickMeUpScreenStage(on: terminal)
    let run = stage.play()
    try await stage.chooseAppleStore()

    try await frames.check(terminal, "plain")
    let texts = terminal.frames.map(\.text)
    #expect(texts.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
    run.cancel()
  }

  @Test func `The found places`() async throws {
    let stage = PickMeUpScreenStage()
    let run = stage.play()
    try await stage.search(for: "o")
    let frame = try await stage.terminal.waitForFrame(containing: "Opera House")

    #expect(frame.cursor != nil)
    try await frames.check(stage.terminal, "found")
    run.cancel()
  }

  @Test func `A failed search`() async throws {
    let stage = PickMeUpScreenStage(places: FakePlaceRemoteAPI(error: unreachable))
    let run = stage.play()
    try await stage.search(for: "opera")
    try await stage.terminal.waitForFrame(containing: "did not answer")

    try await frames.check(stage.terminal, "search-failed")
    run.cancel()
  }

  @Test func `The kinds of ride and the route`() async throws {
    let stage = PickMeUpScreenStage()
    let run = stage.play()
    try await stage.chooseAppleStore()

    try await frames.check(stage.terminal, "options")
    run.cancel()
  }

  @Test func `What is to be confirmed`() async throws {
    let stage = PickMeUpScreenStage()
    let run = stage.play()
    try await stage.chooseWallaroo()

    try await frames.check(stage.terminal, "confirm")
    run.cancel()
  }

  @Test func `A request that is being sent, and one that was not`() async throws {
    let gate = Gate()
    let rides = FakeRideRemoteAPI(
      rides: [.failure(unreachable)], cars: [.success(NearbyCar.samples)], gate: gate)
    let stage = PickMeUpScreenStage(rides: rides)
    let run = stage.play()
    try await stage.chooseWallaroo()
    stage.terminal.press(.enter)
    try await stage.terminal.waitForFrame(containing: "Sending")

    try await frames.check(stage.terminal, "sending")
    await gate.open()
    try await stage.terminal.waitForFrame(containing: "not sent")
    try await frames.check(stage.terminal, "not-sent")
    run.cancel()
  }

  @Test func `What is typed before anything is chosen is searched for`() async throws {
    let terminal = ScriptedTerminal(.terminal(isAccessible: true), patience: .waits)
    let gate = Gate()
    let stage = PickMeUpScreenStage(
      rides: FakeRideRemoteAPI(cars: [.success(NearbyCar.samples)], carsGate: gate), on: terminal)
    let run = stage.play()
    try await terminal.waitForText("Where to? or choose 1-7: ")
    await gate.open()
    try await terminal.waitForText("3 cars nearby.\nWhere to? or choose 1-7: ")
    terminal.answer(.line("apple"))
    try await stage.clock.waitForSleeper(of: DropoffLocationPickerViewModel.debounce)
    stage.clock.advance(by: DropoffLocationPickerViewModel.debounce)
    try await terminal.waitForText("2: Go to Apple Store")
    run.cancel()
  }

  @Test func `The whole way in lines`() async throws {
    let terminal = ScriptedTerminal(.terminal(isAccessible: true), patience: .waits)
    let gate = Gate()
    let stage = PickMeUpScreenStage(
      rides: FakeRideRemoteAPI(cars: [.success(NearbyCar.samples)], carsGate: gate), on: terminal)
    let run = stage.play()
    try await terminal.waitForText("Where to? or choose 1-7: ")
    await gate.open()
    try await terminal.waitForText("3 cars nearby.\nWhere to? or choose 1-7: ")
    terminal.answer(.line("1"))
    try await terminal.waitForText("1: Search for a place\n")
    terminal.answer(.line("apple"))
    try await stage.clock.waitForSleeper(of: DropoffLocationPickerViewModel.debounce)
    stage.clock.advance(by: DropoffLocationPickerViewModel.debounce)
    try await terminal.waitForText("2: Go to Apple Store")
    terminal.answer(.line("2"))
    try await terminal.waitForText("3: Kangaroo")
    terminal.answer(.line("3"))
    try await terminal.waitForText("1: Request ride")
    terminal.answer(.line("1"))

    #expect(try await run.outcome() == .finished)
    #expect(stage.rideRemoteAPI.sent.map(\.request.option) == [.kangaroo])
    try frames.check(terminal.printedLines, "lines")
  }
}
