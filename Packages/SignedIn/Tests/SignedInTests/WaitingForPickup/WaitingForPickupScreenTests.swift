import BasicsTesting
import Core
import CoreTesting
import FoundationEssentials
import RideUI
import Terminal
import TerminalTesting
import Testing

@testable import SignedIn

@MainActor
struct WaitingForPickupScreenTests {
  private final class Recorder: NewRideResponder {
    var calls = 0

    let navigator = Navigator.sample()

    func newRide(after ride: Ride) {
      calls += 1
      navigator.close()
    }

    func requestAgain(_ ride: Ride) {
      calls += 1
      navigator.close()
    }
  }

  private let terminal = ScriptedTerminal(.terminal())
  private let clock = ManualWallClock()
  private let recorder = Recorder()
  private let frames = GoldenFrames()
  private let unreachable = CloudError.unreachable(reason: "no route")

  // MARK: - Looks

  @Test(arguments: [
    (RideState.requested, "Looking for a driver"), (.accepted, "Ruby is on the way"),
    (.arriving, "Ruby is almost there"), (.arrived, "Ruby is waiting for you"),
    (.onTrip, "You are on your way"), (.completed, "You have arrived"),
    (.cancelled, "The ride was cancelled"),
  ])
  func `A ride in each state`(state: RideState, headline: String) async throws {
    let run = play([.success(.onItsWay(state))])
    try await terminal.waitForFrame(containing: headline)

    try await frames.check(terminal, state.rawValue)
    run.cancel()
  }

  @Test func `A question before the ride is cancelled`() async throws {
    let run = play([.success(.onItsWay(.accepted))])
    try await terminal.waitForFrame(containing: "c Cancel")
    terminal.type("c")
    try await terminal.waitForFrame(containing: "Cancel this ride?")

    try await frames.check(terminal, "question")
    run.cancel()
  }

  @Test func `A state that cannot be renewed stays, with the reason`() async throws {
    let run = play([.failure(unreachable)])
    let frame = try await terminal.waitForFrame(containing: "did not answer")

    #expect(frame.text.contains("Ruby is on the way"))
    try await frames.check(terminal, "not-renewed")
    run.cancel()
  }

  @Test func `The whole ride in lines, in which minutes count and not seconds`() async throws {
    let terminal = ScriptedTerminal(.terminal(isAccessible: true), patience: .waits)
    let answers = [RideState.accepted, .accepted, .arriving, .arrived, .onTrip, .completed]
    let model = makeModel(
      answers.enumerated().map { .success(.onItsWay($1, secondsUntilPickup: 110 - $0)) })
    let run = play(model, on: terminal)
    try await terminal.waitForText("Ruby is on the way")
    for headline in ["almost there", "waiting for you", "on your way", "have arrived"] {
      // In the second of the two accepted answers nothing changes but the seconds.
      let seconds = headline == "almost there" ? 2 : 1
      for _ in 0..<seconds {
        try await clock.waitForSleepers()
        clock.advance(by: WaitingForPickupViewModel.refreshInterval)
      }
      try await terminal.waitForText(headline)
    }
    try await terminal.waitForText("9: New ride")
    terminal.answer(.line("9"))

    #expect(try await run.outcome() == .finished)
    try frames.check(terminal.printedLines, "lines")
  }

  @Test(arguments: [(40, 12), (60, 20)])
  func `Where there is little room nothing that matters is left out`(
    columns: Int, rows: Int
  ) async throws {
    let terminal = ScriptedTerminal(.terminal(TerminalSize(columns: columns, rows: rows)))
    let run = play(makeModel([.success(.onItsWay(.accepted))]), on: terminal)
    let frame = try await terminal.waitForFrame(containing: "Ruby is on the way")
    for text in [
      "2 min", "Camry", "KBR 042", "AUD 12.50", "Opera House", "Apple Store",
    ] {
      #expect(frame.text.contains(text), "\(text)")
    }
    #expect(!frame.text.contains("41d7d222"), "the identifier")
    terminal.type("?")
    let keys = try await terminal.waitForFrame { $0.lines[0].contains("Keys") }
    #expect(keys.text.contains("Zoom") == (rows == 20))
    run.cancel()
  }

  @Test func `A cancelled ride has no receipt`() async throws {
    let run = play([.success(.onItsWay(.cancelled))])
    let frame = try await terminal.waitForFrame(containing: "The ride was cancelled")

    #expect(frame.text.contains("Koober - Cancelled ride"))
    run.cancel()
  }

  // MARK: - Behavior

  @Test func `The ride is renewed as time passes, and not once it has ended`() async throws {
    let run = play([.success(.onItsWay(.accepted)), .success(.onItsWay(.completed))])
    try await terminal.waitForFrame(containing: "Ruby is on the way")

    try await clock.waitForSleepers()
    clock.advance(by: WaitingForPickupViewModel.refreshInterval)

    try await terminal.waitForFrame(containing: "You have arrived")
    terminal.press(.enter)
    #expect(try await run.outcome() == .finished)
    #expect(recorder.calls == 1)
  }

  @Test func `A ride is cancelled after the question only`() async throws {
    let run = play([.success(.onItsWay(.accepted))])
    try await terminal.waitForFrame(containing: "c Cancel")

    terminal.type("c")
    try await terminal.waitForFrame(containing: "Cancel this ride?")
    terminal.type("n")
    try await terminal.waitForFrame { !$0.text.contains("Cancel this ride?") }
    terminal.type("cy")

    try await terminal.waitForFrame(containing: "The ride was cancelled")
    terminal.press(.enter)
    #expect(try await run.outcome() == .finished)
  }

  @Test func `When the fee has grown after the question it is asked again`() async throws {
    let changed = CloudError.refused(ErrorResponse(.feeChanged, message: "AUD 5.00 now.").error)
    let fee = CancellationFee(
      Money(currency: "AUD", minorUnits: 500), from: .distantFuture, isDue: true)
    let ride = Ride.onItsWay(.accepted)
    let later = Ride.sample(id: ride.id.rawValue, cancellationFee: fee)
    let run = play(
      [.success(ride), .success(ride), .success(later)], cancellation: .failure(changed))
    try await terminal.waitForFrame(containing: "c Cancel")

    terminal.type("c")
    try await terminal.waitForFrame(containing: "Cancel this ride?")
    terminal.type("y")

    try await terminal.waitForFrame(containing: "Cancel this ride for AUD 5.00?")
    run.cancel()
  }

  @Test func `While cancelling everything is disabled`() async throws {
    let gate = Gate()
    let run = play([.success(.onItsWay(.accepted))], gate: gate)
    try await terminal.waitForFrame(containing: "c Cancel")
    terminal.type("cy")
    try await gate.waitForArrival()
    try await terminal.waitForFrame(containing: "Cancelling the ride")

    terminal.type("scfirq")
    terminal.press(.control("p"), .enter)
    // Drawn only after the keys before it were handled.
    terminal.resize(to: TerminalSize(columns: 79, rows: 24))
    try await terminal.waitForFrame { $0.size.columns == 79 }
    await gate.open()

    try await terminal.waitForFrame(containing: "The ride was cancelled")
    terminal.type("q")
    #expect(try await run.outcome() == .quit)
  }

  @Test(arguments: [RideState.onTrip, .completed])
  func `A ride that has begun cannot be cancelled`(state: RideState) async throws {
    let run = play([.success(.onItsWay(state))])
    try await terminal.waitForFrame(containing: state == .onTrip ? "on your way" : "have arrived")
    terminal.type("cy")
    terminal.press(.control("p"))

    try await terminal.waitForFrame(containing: "Here is Profile.")
    run.cancel()
    #expect(!terminal.frames.contains { $0.text.contains("Cancel this ride?") })
  }

  @Test func `A refused cancellation is reported`() async throws {
    let refusal = CloudError.refused(
      ErrorResponse(.rideNotCancellable, message: "The ride has begun.").error)
    let run = play([.success(.onItsWay(.accepted))], cancellation: .failure(refusal))
    try await terminal.waitForFrame(containing: "c Cancel")
    terminal.type("cy")

    try await terminal.waitForFrame(containing: "The ride has begun.")
    run.cancel()
  }

  @Test func `On the receipt the driver is rated, once`() async throws {
    let cloud = FakeRideRemoteAPI(rides: [.success(.onItsWay(.completed))])
    let run = play(makeModel(on: cloud), on: terminal)
    try await terminal.waitForFrame(containing: "1 star: never again")
    try await frames.check(terminal, "rating")
    terminal.type("4")

    let frame = try await terminal.waitForFrame(containing: "You gave Ruby 4 of 5 stars.")
    #expect(!frame.text.contains("1-5 Stars"))
    #expect(Array(cloud.ratings.values) == [4])
    run.cancel()
  }

  @Test func `A click on a star gives as many`() async throws {
    let cloud = FakeRideRemoteAPI(rides: [.success(.onItsWay(.completed))])
    let run = play(makeModel(on: cloud), on: terminal)
    let frame = try await terminal.waitForFrame(containing: "1 star: never again")
    let row = try #require(
      frame.text.split(separator: "\n", omittingEmptySubsequences: false)
        .firstIndex { $0.contains("☆") })
    let line = frame.text.split(separator: "\n", omittingEmptySubsequences: false)[row]
    let first = try #require(line.firstIndex(of: "☆"))
    let column = line.distance(from: line.startIndex, to: first)
    terminal.click(column: column + 1, row: row)
    terminal.click(column: column + 4, row: row)

    try await terminal.waitForFrame(containing: "You gave Ruby 3 of 5 stars.")
    #expect(Array(cloud.ratings.values) == [3])
    run.cancel()
  }

  @Test func `On the receipt the driver gets a tip, once`() async throws {
    let cloud = FakeRideRemoteAPI(rides: [.success(.onItsWay(.completed))])
    let run = play(makeModel(on: cloud), on: terminal)
    try await terminal.waitForFrame(containing: "t Tip")
    terminal.type("t")
    try await terminal.waitForFrame(containing: "How much does Ruby get as a tip?")
    try await frames.check(terminal, "tip")
    terminal.press(.escape)
    try await terminal.waitForFrame(containing: "t Tip")
    #expect(cloud.tips.isEmpty)
    terminal.type("t5")

    let frame = try await terminal.waitForFrame(containing: "AUD 5.00")
    #expect(!frame.text.contains("t Tip"))
    #expect(Array(cloud.tips.values) == [500])
    run.cancel()
  }

  @Test(arguments: [RideState.accepted, .completed])
  func `The driver is blocked after a question, on the way and on the receipt`(
    state: RideState
  ) async throws {
    let cloud = FakeRideRemoteAPI(rides: [.success(.onItsWay(state))])
    let run = play(makeModel(on: cloud), on: terminal)
    try await terminal.waitForFrame(containing: "b Block")
    terminal.type("b")
    try await terminal.waitForFrame(containing: "Block Ruby? You never ride together again")
    terminal.press(.escape)
    try await terminal.waitForFrame(containing: "b Block")
    #expect(cloud.blocks.isEmpty)
    terminal.type("by")

    let frame = try await terminal.waitForFrame(containing: "You never ride with Ruby again.")
    #expect(!frame.text.contains("b Block"))
    #expect(Array(cloud.blocks.values) == [true])
    run.cancel()
  }

  @Test func `While stars are on their way no others are sent`() async throws {
    let gate = Gate()
    let cloud = FakeRideRemoteAPI(rides: [.success(.onItsWay(.completed))], gate: gate)
    let run = play(makeModel(on: cloud), on: terminal)
    try await terminal.waitForFrame(containing: "1-5 Stars")
    terminal.type("4")

    let frame = try await terminal.waitForFrame(containing: "Sending the stars")
    #expect(!frame.text.contains("1-5 Stars"))
    await gate.open()
    try await terminal.waitForFrame(containing: "You gave Ruby 4 of 5 stars.")
    run.cancel()
  }

  @Test func `The trip is shared as it is`() async throws {
    let run = play([.success(.onItsWay(.onTrip))])
    try await terminal.waitForFrame(containing: "You are on your way")
    terminal.type("s")

    try await terminal.waitForFrame(containing: "Here is a ride that is on trip.")
    run.cancel()
  }

  @Test func `The map stays where it is while the car moves`() async throws {
    let model = makeModel([.success(.onItsWay(.accepted, progress: 0.5))])
    let before = TripMap(model.ride, carStart: model.carStart).view
    await model.refresh()
    let after = TripMap(model.ride, carStart: model.carStart).view

    #expect(before.markers != after.markers)
    #expect(before.focus == after.focus)
  }

  @Test func `An ended ride offers a new one, a ride under way does not`() async {
    let model = makeModel([.success(.onItsWay(.completed))])

    model.newRide()
    #expect(recorder.calls == 0)
    await model.refresh()
    model.newRide()

    #expect(recorder.calls == 1)
  }

  // MARK: - Playing

  private func makeModel(
    _ answers: [Result<Ride, CloudError>],
    cancellation: Result<Ride, CloudError> = .success(.onItsWay(.cancelled)), gate: Gate? = nil
  ) -> WaitingForPickupViewModel {
    makeModel(on: FakeRideRemoteAPI(rides: answers, cancellation: cancellation, gate: gate))
  }

  private func makeModel(on cloud: FakeRideRemoteAPI) -> WaitingForPickupViewModel {
    WaitingForPickupViewModel(
      dependency: .init(
        rideRemoteAPI: cloud, knownRides: KnownRides(), liveEvents: .none(clock),
        responder: recorder),
      payload: .onItsWay(.accepted))
  }

  private func play(
    _ answers: [Result<Ride, CloudError>],
    cancellation: Result<Ride, CloudError> = .success(.onItsWay(.cancelled)), gate: Gate? = nil
  ) -> Task<NavigationEnd, any Error> {
    play(makeModel(answers, cancellation: cancellation, gate: gate), on: terminal)
  }

  private func play(
    _ model: WaitingForPickupViewModel, on terminal: ScriptedTerminal
  ) -> Task<NavigationEnd, any Error> {
    let screen = WaitingForPickupScreen(
      model: model, tiles: .empty(clock), wallClock: clock,
      profile: .johnny, rideMenu: { [.share($0)] }, askForAmount: { _ in },
      navigator: recorder.navigator)
    return Task { try await recorder.navigator.run(from: screen, on: terminal) }
  }
}

extension Ride {
  /// A ride of which everything is told that there is in its state.
  ///
  /// - Parameter progress: How far the car has come on its way to the pick-up, from 0 to 1.
  static func onItsWay(
    _ state: RideState, secondsUntilPickup: Int = 95, progress: Double = 0
  ) -> Ride {
    let sample = Ride.sample(state: state)
    let isWaiting = [.requested, .accepted, .arriving].contains(state)
    let away = (1 - progress) * 0.004
    let location =
      isWaiting
      ? Location(
        nearestTo: sample.pickup.location.latitude - away, sample.pickup.location.longitude + away)
      : sample.pickup.location
    return Ride(
      id: Identifier("41d7d222ad9f257026b497a6d3bff7f0"), state: state,
      request: sample.request, price: sample.price,
      requestedAt: sample.requestedAt,
      car: sample.car.map { Car(model: $0.model, plate: $0.plate, location: location) },
      driver: sample.driver, secondsUntilPickup: isWaiting ? secondsUntilPickup : nil,
      secondsUntilDropoff: sample.secondsUntilDropoff,
      route: [
        .operaHouse,
        Location(nearestTo: Location.appleStore.latitude, Location.operaHouse.longitude),
        .appleStore,
      ],
      approach: isWaiting && sample.car != nil
        ? [
          Location(
            nearestTo: sample.pickup.location.latitude - 0.004,
            sample.pickup.location.longitude + 0.004), sample.pickup.location,
        ] : nil, durationSeconds: 240)
  }
}
