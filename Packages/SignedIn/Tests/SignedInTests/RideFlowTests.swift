import BasicsTesting
import Core
import CoreTesting
import Terminal
import TerminalTesting
import Testing

@testable import SignedIn

/// The way from screen to screen of the signed-in scope.
@MainActor
struct RideFlowTests {
  private let terminal = ScriptedTerminal(.terminal())

  @Test func `Other screens are shown over the scene, which then continues`() async throws {
    let run = play(TestDependencies(cloud: RideInCloud().cloud))
    try await terminal.waitForFrame(containing: "3 cars nearby.")
    terminal.press(.enter)
    terminal.type("opera")
    try await terminal.waitForFrame(containing: "> opera")
    terminal.press(.control("p"))
    try await terminal.waitForFrame(containing: "Koober - Profile")
    terminal.press(.escape)
    try await terminal.waitForFrame(containing: "> opera")
    terminal.press(.escape)
    terminal.type("r")
    try await terminal.waitForFrame(containing: "You have had no rides yet.")
    terminal.press(.control("p"))
    try await terminal.waitForFrame(containing: "Koober - Profile")
    terminal.press(.escape)
    try await terminal.waitForFrame(containing: "You have had no rides yet.")
    terminal.press(.escape)
    try await terminal.waitForFrame(containing: "3 cars nearby.")
    terminal.type("q")

    #expect(try await run.outcome() == .quit)
  }

  @Test func `A ride that is under way is continued, shared, and followed by a new one`()
    async throws
  {
    let ride = RideInCloud(.sample(state: .onTrip))
    let dependencies = TestDependencies(cloud: ride.cloud)
    let run = play(dependencies)
    try await terminal.waitForFrame(containing: "You are on your way")
    terminal.type("s")
    try await terminal.waitForFrame(containing: "Here is a ride that is on trip.")
    terminal.press(.escape)
    try await terminal.waitForFrame(containing: "You are on your way")

    try await dependencies.clock.waitForSleepers()
    ride.show(.sample(state: .completed))
    dependencies.clock.advance(by: WaitingForPickupViewModel.refreshInterval)
    try await terminal.waitForFrame(containing: "You have arrived")
    terminal.press(.enter)
    try await terminal.waitForFrame(containing: "3 cars nearby.")
    terminal.type("q")
    #expect(try await run.outcome() == .quit)
  }

  @Test func `Signing out leaves all screens`() async throws {
    let dependencies = TestDependencies(cloud: RideInCloud().cloud)
    let run = play(dependencies)
    try await terminal.waitForFrame(containing: "3 cars nearby.")
    terminal.type("r")
    try await terminal.waitForFrame(containing: "You have had no rides yet.")
    terminal.press(.control("p"))
    terminal.type("sy")

    #expect(try await run.outcome() == .finished)
    #expect(dependencies.signOuts == 1)
  }

  @Test func `The list of rides shows the newest state that the flow knows`() async throws {
    let dependencies = TestDependencies(cloud: RideInCloud(.sample(state: .onTrip)).cloud)
    let container = SignedInContainer(dependencies: dependencies.double)
    let navigator = Navigator.sample(clock: dependencies.services.screenClock)
    let flow = container.makeRideFlow(navigator: navigator) { _ in [] }
    container.knownRides.renew(.sample(state: .completed))

    let rides = container.makeDestination(.rides, for: flow)
    let run = Task { try await rides.run(in: navigator, on: terminal) }

    let list = try await terminal.waitForFrame(containing: "Apple Store")
    terminal.press(.enter)
    let ride = try await terminal.waitForFrame { !$0.text.contains("Koober - Rides") }
    terminal.press(.escape, .escape)
    #expect(list.text.contains("completed") && ride.text.contains("Again"))
    #expect(try await run.outcome() == .finished)
  }

  @Test func `A new ride begins where the last one has ended, and only that one`() {
    let dependencies = TestDependencies(cloud: RideInCloud().cloud)
    let container = SignedInContainer(dependencies: dependencies.double)
    let navigator = Navigator.sample(clock: dependencies.services.screenClock)
    let flow = container.makeRideFlow(navigator: navigator) { _ in [] }
    func begin(after ride: Ride) -> Waypoint? {
      flow.rideAccepted(ride)
      flow.newRide(after: ride)
      flow.pickupLocated(at: .operaHouse)
      guard case .pickMeUp(let setup) = navigator.scenes.first?.base as? SignedInScene
      else { return nil }
      return setup.pickup
    }
    let completed = Ride.sample(id: "1", state: .completed)

    #expect(begin(after: completed) == completed.dropoff)
    #expect(begin(after: .sample(id: "2", state: .cancelled)) == Waypoint(.operaHouse))
  }

  @Test func `The answer to a request does not undo what was told of its ride meanwhile`() {
    let dependencies = TestDependencies(cloud: RideInCloud().cloud)
    let navigator = Navigator.sample(clock: dependencies.services.screenClock)
    let container = SignedInContainer(dependencies: dependencies.double)
    let flow = container.makeRideFlow(navigator: navigator) { _ in [] }
    let accepted = Ride.sample(state: .accepted)
    container.knownRides.renew(accepted)

    flow.rideAccepted(.sample(state: .requested))

    #expect(container.knownRides[accepted.id] == accepted)
  }

  private func play(_ dependencies: TestDependencies) -> Task<NavigationEnd, any Error> {
    let container = SignedInContainer(dependencies: dependencies.double)
    let navigator = Navigator(shortcuts: container.makeShortcuts())
    let flow = container.makeRideFlow(navigator: navigator) { [.share($0)] }
    navigator.menu =
      container.makeMenu(for: flow) + [MenuItem(.character("q"), "Quit") { $0.quit() }]
    return Task { try await flow.run(on: terminal) }
  }
}
