import BasicsTesting
import Core
import CoreTesting
import Terminal
import TerminalTesting
import Testing

@testable import SignedIn

/// What the screen of a pick-up does.
@MainActor
struct PickMeUpScreenTests {
  private let unreachable = CloudError.unreachable(reason: "no route")

  @Test func `A rider searches, chooses, confirms and gets the ride`() async throws {
    let stage = PickMeUpScreenStage()
    let run = stage.play()
    try await stage.chooseWallaroo()
    stage.terminal.press(.enter)

    #expect(try await run.outcome() == .finished)
    #expect(stage.accepted == [.sample()])
    #expect(stage.rideRemoteAPI.sent.map(\.request.option) == [.wallaroo])
    #expect(stage.rideRemoteAPI.sent.map(\.request.dropoff.name) == ["Apple Store"])
  }

  @Test func `Only the newest query is asked for and answered`() async throws {
    let places = FakePlaceRemoteAPI(places: [.operaHouse, .appleStore], isHeld: true)
    let stage = PickMeUpScreenStage(places: places)
    let run = stage.play()
    try await stage.search(for: "opera")
    try await places.waitForSearch("opera")
    stage.terminal.press(.control("u"))
    stage.terminal.type("apple")
    try await stage.clock.waitForSleeper(of: DropoffLocationPickerViewModel.debounce)
    stage.clock.advance(by: DropoffLocationPickerViewModel.debounce)
    try await places.waitForSearch("apple")

    await places.answer("apple")
    try await stage.terminal.waitForFrame(containing: "Apple Store")
    await places.answer("opera")
    stage.terminal.press(.enter)

    try await stage.terminal.waitForFrame(containing: "To Apple Store")
    #expect(await places.queries == ["opera", "apple"])
    #expect(!stage.terminal.frames.contains { $0.text.contains("Opera House") })
    try await leave(stage, run)
  }

  @Test func `While the answer is awaited Enter chooses nothing`() async throws {
    let places = FakePlaceRemoteAPI(places: [.operaHouse, .appleStore], isHeld: true)
    let stage = PickMeUpScreenStage(places: places)
    let run = stage.play()
    try await stage.search(for: "opera")
    try await places.waitForSearch("opera")
    await places.answer("opera")
    try await stage.terminal.waitForFrame(containing: "Opera House")

    stage.terminal.type("x")
    try await stage.terminal.waitForFrame(containing: "Searching")
    stage.terminal.press(.enter, .escape)

    try await stage.terminal.waitForFrame(containing: "3 cars nearby")
    try await leave(stage, run)
  }

  @Test func `A failed search is shown and may be tried again`() async throws {
    let stage = PickMeUpScreenStage(places: FakePlaceRemoteAPI(error: unreachable))
    let run = stage.play()
    try await stage.search(for: "opera")
    try await stage.terminal.waitForFrame(containing: "did not answer")

    stage.terminal.press(.control("r"))

    try await stage.terminal.waitForFrame(containing: "Searching")
    try await leave(stage, run)
  }

  @Test func `While sending everything is disabled`() async throws {
    let gate = Gate()
    let stage = PickMeUpScreenStage(
      rides: FakeRideRemoteAPI(cars: [.success(NearbyCar.samples)], gate: gate))
    let run = stage.play()
    try await stage.chooseWallaroo()
    stage.terminal.press(.enter)
    try await gate.waitForArrival()
    try await stage.terminal.waitForFrame(containing: "Sending")

    stage.terminal.press(.enter, .escape, .control("p"))
    stage.terminal.type("dfirq")
    stage.terminal.paste("x")
    stage.terminal.resize(to: TerminalSize(columns: 79, rows: 24))
    let frame = try await stage.terminal.waitForFrame { $0.size.columns == 79 }

    #expect(frame.text.contains("Sending"))
    #expect(!frame.text.contains("Profile"))
    await gate.open()
    #expect(try await run.outcome() == .finished)
    #expect(stage.rideRemoteAPI.sent.count == 1)
  }

  @Test func `A send error returns to the same confirmation`() async throws {
    let rides = FakeRideRemoteAPI(
      rides: [.failure(unreachable), .success(.sample())], cars: [.success(NearbyCar.samples)])
    let stage = PickMeUpScreenStage(rides: rides)
    let run = stage.play()
    try await stage.chooseWallaroo()
    stage.terminal.press(.enter)
    let frame = try await stage.terminal.waitForFrame(containing: "The request was not sent.")
    #expect(frame.text.contains("Wallaroo"))

    stage.terminal.press(.enter)

    #expect(try await run.outcome() == .finished)
    #expect(Set(rides.sent.map(\.idempotencyKey)).count == 1)
  }

  @Test func `Choice and drop-off can be changed until the request is sent`() async throws {
    let stage = PickMeUpScreenStage()
    let run = stage.play()
    try await stage.chooseWallaroo()

    stage.terminal.press(.escape)
    try await stage.terminal.waitForFrame(containing: "Choose your ride ─")
    stage.terminal.press(.home, .enter)
    try await stage.terminal.waitForFrame(containing: "Wallabee")
    stage.terminal.type("d")
    try await stage.terminal.waitForFrame(containing: "Go there")
    #expect(stage.rideRemoteAPI.sent.isEmpty)
    try await leave(stage, run)
  }

  /// Plays to the error of options that cannot be loaded the first time.
  private func stageWhoseOptionsFailOnce() async throws -> (
    PickMeUpScreenStage, Task<NavigationEnd, any Error>
  ) {
    let rides = FakeRideRemoteAPI(
      options: [.failure(unreachable), .success(RideOption.samples)],
      cars: [.success(NearbyCar.samples)])
    let stage = PickMeUpScreenStage(rides: rides)
    let run = stage.play()
    try await stage.search(for: "apple")
    try await stage.terminal.waitForFrame(containing: "Apple Store")
    stage.terminal.press(.enter)
    try await stage.terminal.waitForFrame(containing: "did not answer")
    return (stage, run)
  }

  @Test func `Options that cannot be loaded are shown and may be tried again`() async throws {
    let (stage, run) = try await stageWhoseOptionsFailOnce()

    stage.terminal.press(.control("r"))

    try await stage.terminal.waitForFrame(containing: "Kangaroo")
    try await leave(stage, run)
  }

  @Test func `Options that cannot be loaded are asked for again by themselves`() async throws {
    let (stage, run) = try await stageWhoseOptionsFailOnce()

    try await stage.clock.waitForSleeper(of: PickMeUpScreen.refreshInterval)
    stage.clock.advance(by: PickMeUpScreen.refreshInterval)

    try await stage.terminal.waitForFrame(containing: "Kangaroo")
    try await leave(stage, run)
  }

  @Test func `The profile is reached from every step but the sending`() async throws {
    for steps in 0..<4 {
      let stage = PickMeUpScreenStage()
      let run = stage.play()
      switch steps {
      case 1: try await stage.search(for: "apple")
      case 2: try await stage.chooseAppleStore()
      case 3: try await stage.chooseWallaroo()
      default: try await stage.terminal.waitForFrame(containing: "cars nearby")
      }
      try await leave(stage, run)
    }
  }

  @Test func `Letters leave the screen only where nothing is typed`() async throws {
    let stage = PickMeUpScreenStage()
    let run = stage.play()
    try await stage.search(for: "fire quarter")
    try await stage.terminal.waitForFrame(containing: "fire quarter")
    stage.terminal.press(.escape)
    try await stage.terminal.waitForFrame(containing: "cars nearby")
    stage.terminal.type("f")

    try await stage.terminal.waitForFrame(containing: "Here is Friends.")
    run.cancel()
  }

  @Test func `The cars move as time passes`() async throws {
    let moved = NearbyCar.samples.map { car in
      NearbyCar(
        option: car.option,
        location: Location(nearestTo: car.location.latitude + 0.002, car.location.longitude))
    }
    let stage = PickMeUpScreenStage(
      rides: FakeRideRemoteAPI(cars: [.success(NearbyCar.samples), .success(moved)]))
    let run = stage.play()
    let first = try await stage.terminal.waitForFrame(containing: "3 cars nearby")

    try await stage.clock.waitForSleeper(of: PickMeUpScreen.refreshInterval)
    stage.clock.advance(by: PickMeUpScreen.refreshInterval)

    try await stage.terminal.waitForFrame { $0 != first && $0.text.contains("3 cars nearby") }
    try await leave(stage, run)
  }

  @Test func `Cars that are out of sight are counted apart`() async throws {
    let stage = PickMeUpScreenStage()
    let run = stage.play()
    try await stage.terminal.waitForFrame(containing: "3 cars nearby")

    stage.terminal.type("++++++")

    try await stage.terminal.waitForFrame(containing: "in view, 3 cars nearby.")
    run.cancel()
  }

  @Test func `A name that would steer the terminal is harmless`() async throws {
    let evil = Place(
      id: Identifier("evil"), name: "opera\u{1B}[2J\u{1B}]0;x\u{7} \u{202E}ברוך\u{0}\n",
      location: .operaHouse)
    let stage = PickMeUpScreenStage(places: FakePlaceRemoteAPI(places: [evil]))
    let run = stage.play()
    try await stage.search(for: "opera")
    try await stage.terminal.waitForFrame(containing: "ברוך")
    stage.terminal.press(.enter)

    let frame = try await stage.terminal.waitForFrame(containing: "Choose your ride ─")
    for scalar in frame.text.unicodeScalars where scalar != "\n" {
      #expect(scalar.properties.generalCategory != .control)
      #expect(scalar != "\u{202E}")
    }
    #expect(frame.lines.allSatisfy { $0.displayWidth <= 80 })
    try await leave(stage, run)
  }

  @Test func `10 000 pasted characters are one query that is cut`() async throws {
    let places = FakePlaceRemoteAPI(places: [.operaHouse])
    let stage = PickMeUpScreenStage(places: places)
    let run = stage.play()
    try await stage.terminal.waitForFrame(containing: "cars nearby")
    stage.terminal.press(.enter)
    stage.terminal.paste(String(repeating: "a", count: 10_000))
    try await stage.clock.waitForSleeper(of: DropoffLocationPickerViewModel.debounce)
    stage.clock.advance(by: DropoffLocationPickerViewModel.debounce)

    try await stage.terminal.waitForFrame(containing: "No place matches.")
    #expect(await places.queries.map(\.count) == [200])
    try await leave(stage, run)
  }

  @Test func `A screen of any size is drawn`() async throws {
    let stage = PickMeUpScreenStage()
    let run = stage.play()
    try await stage.chooseWallaroo()
    for (columns, rows) in [(1, 1), (7, 3), (13, 9), (66, 9), (300, 100)] {
      let size = TerminalSize(columns: columns, rows: rows)
      stage.terminal.resize(to: size)
      try await stage.terminal.waitForFrame { $0.size == size }
    }
    try await leave(stage, run)
  }

  private func leave(
    _ stage: PickMeUpScreenStage, _ run: Task<NavigationEnd, any Error>
  ) async throws {
    stage.terminal.press(.control("p"))
    try await stage.terminal.waitForFrame(containing: "Here is Profile.")
    run.cancel()
  }
}
