import BasicsTesting
import Console
import Core
import CoreTesting
import Terminal
import TerminalTesting
import Testing

@testable import SignedIn

@MainActor
struct MapScreenTests {
  private let terminal = ScriptedTerminal(.terminal())
  private let clock = ManualWallClock()
  private let frames = GoldenFrames()
  private static let route = [
    Location.defaultLocation, Location(nearestTo: -33.8652, 151.2066), .appleStore,
  ]

  @Test func `The cars around the rider move as time passes`() async throws {
    let moved = [
      NearbyCar(option: .wallabee, location: Location(nearestTo: -33.8640, 151.2060))
    ]
    let run = play(
      FakeRideRemoteAPI(cars: [.success(NearbyCar.samples), .success(moved)]), dropoff: nil)
    try await terminal.waitForFrame(containing: "Cars nearby")
    try await frames.check(terminal, "around")
    let before = terminal.frame
    try await clock.waitForSleepers()
    clock.advance(by: .seconds(3))
    let after = try await terminal.waitForFrame { $0.text != before?.text }
    #expect(after.text.contains("Cars nearby  1"))
    terminal.type("q")

    #expect(try await run.outcome() == .quit)
  }

  @Test func `A trip along the streets`() async throws {
    let run = play(
      FakeRideRemoteAPI(cars: [.success(NearbyCar.samples)]),
      dropoff: Waypoint(.appleStore, name: "Apple Store"))
    try await terminal.waitForFrame(containing: "Apple Store")
    try await frames.check(terminal, "trip")
    terminal.press(.escape)

    #expect(try await run.outcome() == .quit)
  }

  @Test func `A ride moves on the map`() async throws {
    let ride = Ride.sample(state: .accepted)
    let run = play(
      FakeRideRemoteAPI(rides: [.success(ride), .success(.sample(state: .onTrip))]),
      dropoff: ride.dropoff, ride: ride)
    try await terminal.waitForFrame(containing: "is on the way")
    try await frames.check(terminal, "ride")
    try await clock.waitForSleepers()
    clock.advance(by: WaitingForPickupViewModel.refreshInterval)
    try await terminal.waitForFrame(containing: "You are on your way")
    terminal.type("q")

    #expect(try await run.outcome() == .quit)
  }

  @Test(arguments: [(14, true), (13, false)])
  func `A narrow screen has the whole text before it has a map`(
    rows: Int, hasMap: Bool
  ) async throws {
    let ride = Ride.sample(state: .accepted)
    let terminal = ScriptedTerminal(.terminal(TerminalSize(columns: 40, rows: rows)))
    let run = play(
      FakeRideRemoteAPI(rides: [.success(ride)]), dropoff: ride.dropoff, ride: ride, on: terminal)
    let frame = try await terminal.waitForFrame(containing: "is on the way")

    #expect(frame.text.contains("◆") == hasMap)
    run.cancel()
  }

  @Test func `A map that cannot be renewed says so and stays`() async throws {
    let run = play(
      FakeRideRemoteAPI(cars: [
        .success(NearbyCar.samples), .failure(.unreachable(reason: "no route")),
      ]), dropoff: nil)
    try await clock.waitForSleepers()
    clock.advance(by: PickMeUpScreen.refreshInterval)
    let frame = try await terminal.waitForFrame(containing: "no route")
    #expect(frame.text.contains("Cars nearby  3"))
    try await frames.check(terminal, "not-renewed")
    terminal.type("q")

    #expect(try await run.outcome() == .quit)
  }

  @Test func `The map in lines`() async throws {
    let terminal = ScriptedTerminal(.terminal(isAccessible: true), answers: [.line("1")])
    let model = await makeModel(
      FakeRideRemoteAPI(cars: [.success(NearbyCar.samples)]),
      dropoff: Waypoint(.appleStore, name: "Apple Store"), ride: nil)

    #expect(try await show(model, on: terminal) == .quit)
    try frames.check(terminal.printedLines, "lines")
  }

  private func makeModel(
    _ rideRemoteAPI: FakeRideRemoteAPI, dropoff: Waypoint?, ride: Ride?
  ) async -> MapViewModel {
    let model = MapViewModel(
      MapSnapshot(
        pickup: Waypoint(.defaultLocation), dropoff: dropoff, cars: [], ride: ride,
        route: dropoff == nil ? [] : Self.route),
      rideRemoteAPI: rideRemoteAPI,
      tiles: .empty(clock), wallClock: clock)
    await model.refresh()
    return model
  }

  private func play(
    _ rideRemoteAPI: FakeRideRemoteAPI, dropoff: Waypoint?, ride: Ride? = nil,
    on terminal: ScriptedTerminal? = nil
  ) -> Task<NavigationEnd, any Error> {
    Task {
      let model = await makeModel(rideRemoteAPI, dropoff: dropoff, ride: ride)
      return try await show(model, on: terminal ?? self.terminal)
    }
  }

  private func show(
    _ model: MapViewModel, on terminal: ScriptedTerminal
  ) async throws -> NavigationEnd {
    let navigator = Navigator(clock: ManualClock())
    let screen = MapScreen(model: model, navigator: navigator)
    return try await Task { try await navigator.run(from: screen, on: terminal) }.outcome()
  }
}
