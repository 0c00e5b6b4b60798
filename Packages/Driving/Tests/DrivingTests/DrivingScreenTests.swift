import BasicsTesting
import Core
import CoreTesting
import FeatureFlags
import FoundationEssentials
import Terminal
import TerminalTesting
import Testing

@testable import Driving

@MainActor
struct DrivingScreenTests {
  private let terminal = ScriptedTerminal(.terminal())
  private let clock = ManualWallClock()

  @Test func `From the registration to the first earnings`() async throws {
    let cloud = DriverCloud(nil)
    let run = try play(on: cloud)
    try await terminal.waitForFrame(containing: "You are not registered")
    terminal.press(.enter)
    try await terminal.waitForFrame(containing: "Which kind of ride")
    terminal.type("1")
    try await terminal.waitForFrame(containing: "Make and model")
    terminal.type("KBR 042")
    terminal.press(.tab)
    terminal.type("Toyota Camry")
    terminal.press(.enter)
    try await terminal.waitForFrame(containing: "You are offline.")
    terminal.press(.enter)
    try await terminal.waitForFrame(containing: "Waiting for a ride")

    try await receiveOffer(from: cloud)
    try await terminal.waitForFrame { frame in
      frame.text.contains("A ride is offered") && frame.text.contains("12 s to answer")
    }
    terminal.type("a")
    for text in ["Pick up Ada", "Wait for Ada"] {
      try await terminal.waitForFrame(containing: text)
      terminal.press(.enter)
    }
    try await terminal.waitForFrame(containing: "Ask Ada for the four digits")
    terminal.type("4711")
    terminal.press(.enter)
    try await terminal.waitForFrame(containing: "Take Ada to Apple Store")
    terminal.press(.enter)
    // The car has not moved.
    try await terminal.waitForFrame(containing: "Complete the trip here?")
    terminal.press(.escape)
    try await terminal.waitForFrame(containing: "Take Ada to Apple Store")
    terminal.press(.enter)
    try await terminal.waitForFrame(containing: "y Complete it here")
    terminal.type("y")
    try await terminal.waitForFrame(containing: "rate Ada")
    terminal.type("5")
    try await terminal.waitForFrame { frame in
      frame.text.contains("Waiting for a ride") && frame.text.contains("AUD 12.50")
    }
    terminal.type("o")
    try await terminal.waitForFrame(containing: "You are offline.")
    terminal.press(.escape)

    #expect(try await run.outcome() == .quit)
    #expect(await cloud.lines.contains("put rides/ride-1/rating"))
    #expect(
      terminal.announcements == ["A ride is offered: AUD 12.50, pick-up in 2 min."])
  }

  @Test func `The kind of ride of a car is chosen, also another one`() async throws {
    let cloud = DriverCloud(.offline)
    let run = try play(on: cloud)
    try await terminal.waitForFrame(containing: "You are offline.")
    terminal.type("e")
    try await terminal.waitForFrame(containing: "Which kind of ride")
    terminal.press(.escape)
    try await terminal.waitForFrame(containing: "You are offline.")
    terminal.type("e")
    try await terminal.waitForFrame(containing: "Kangaroo")
    terminal.type("3")
    try await terminal.waitForFrame(containing: "A car for Kangaroo")
    terminal.press(.enter, .enter)
    try await terminal.waitForFrame(containing: "You are offline.")

    let body = try await #require(cloud.requests.first { $0.line == "put driver" }?.body)
    #expect(
      try JSONCoding.decode(DriverCar.self, from: body)
        == DriverCar(plate: "KBR 042", model: "Toyota Camry", option: .kangaroo))
    run.cancel()
  }

  @Test func `A ride is given back with a reason, after one more look`() async throws {
    let cloud = DriverCloud(.driving(.accepted))
    let run = try play(on: cloud)
    try await terminal.waitForFrame(containing: "Pick up Ada")
    terminal.type("c")
    try await terminal.waitForFrame(containing: "Why do you give the ride back?")
    terminal.press(.escape)
    try await terminal.waitForFrame(containing: "Pick up Ada")
    terminal.type("c")
    try await terminal.waitForFrame(containing: "Car trouble")
    terminal.type("1")
    try await terminal.waitForFrame(containing: "Waiting for a ride")
    terminal.press(.escape)

    #expect(try await run.outcome() == .quit)
    let request = await cloud.requests.first { $0.line.hasSuffix("cancellation") }
    let body = try #require(request?.body)
    #expect(try JSONCoding.decode(RideAbandonment.self, from: body) == RideAbandonment(.carTrouble))
  }

  @Test func `The driver puts the car somewhere else, in steps`() async throws {
    let cloud = DriverCloud(.waiting)
    let run = try play(on: cloud)
    try await terminal.waitForFrame(containing: "m Move car")
    terminal.type("m")
    try await terminal.waitForFrame(containing: "Where is your car?")
    terminal.type("s")
    try await terminal.waitForFrame(containing: "s Steps of 1000 m")
    terminal.press(.up, .right, .left)
    terminal.press(.enter)
    try await terminal.waitForFrame { $0.text.contains("Waiting for a ride") }
    terminal.press(.escape)

    #expect(try await run.outcome() == .quit)
    let reports = await cloud.requests.filter { $0.line == "put driver/position" }
    let position = try JSONCoding.decode(
      DriverPosition.self, from: try #require(reports.last?.body))
    let place = try Location(latitude: position.latitude, longitude: position.longitude)
    #expect(abs(place.distance(to: .defaultLocation) - 500) < 1)
    #expect(position.latitude > Location.defaultLocation.latitude && position.isSimulated == nil)
    #expect(terminal.error.contains("koober drive offline"))
  }

  @Test func `The autopilot is switched on and off, and the cloud is told`() async throws {
    let cloud = DriverCloud(.driving(.accepted))
    let run = try play(on: cloud)
    try await terminal.waitForFrame(containing: "Position")
    terminal.type("p")
    try await terminal.waitForFrame(containing: "by the autopilot")
    try await clock.waitForSleeper(of: DrivingViewModel.reportInterval)
    clock.advance(by: DrivingViewModel.reportInterval)
    try await clock.waitForSleeper(of: DrivingViewModel.reportInterval)
    let report = await cloud.requests.last { $0.line == "put driver/position" }
    let position = try JSONCoding.decode(DriverPosition.self, from: try #require(report?.body))
    #expect(position.isSimulated == true)
    terminal.type("p")
    try await terminal.waitForFrame { !$0.text.contains("by the autopilot") }
    run.cancel()
  }

  @Test func `A car that a flag simulates is on autopilot`() async throws {
    let run = try play(on: DriverCloud(.waiting), flags: ["driver-locator": "simulated"])
    let frame = try await terminal.waitForFrame(containing: "Waiting for a ride")

    #expect(frame.text.contains("by the autopilot"))
    #expect(!frame.text.contains("m Move car"))
    run.cancel()
  }

  @Test func `An offer goes before the rating of the last rider`() async throws {
    let cloud = DriverCloud(.driving(.onTrip))
    let run = try play(on: cloud)
    try await terminal.waitForFrame(containing: "Take Ada")
    terminal.press(.enter)
    try await terminal.waitForFrame(containing: "Complete the trip here?")
    terminal.type("y")
    try await terminal.waitForFrame(containing: "rate Ada")
    try await receiveOffer(from: cloud)
    try await terminal.waitForFrame(containing: "A ride is offered")
    terminal.type("d")
    try await terminal.waitForFrame(containing: "rate Ada")
    terminal.press(.enter)
    try await terminal.waitForFrame(containing: "Waiting for a ride")

    run.cancel()
  }

  @Test func `A cloud that does not answer is asked again`() async throws {
    let cloud = ScriptedCloudTransport([
      .failure(.unreachable(reason: "no route")), .success(try .document(DriverStatus.offline)),
    ])
    let container = try DrivingContainer(on: cloud, services: services)
    let navigator = Navigator(clock: services.screenClock)
    let driving = container.makeDestination()
    let run = Task { try await driving.run(in: navigator, on: terminal) }
    try await terminal.waitForFrame(containing: "no route")
    terminal.press(.control("r"))

    try await terminal.waitForFrame(containing: "You are offline.")
    run.cancel()
  }

  @Test func `Driving in lines`() async throws {
    let terminal = ScriptedTerminal(.terminal(isAccessible: true), patience: .waits)
    let cloud = DriverCloud(.offered)
    let run = try play(on: cloud, terminal)
    try await terminal.waitForText("You have 15 seconds to answer.")
    try await terminal.waitForText("1: Accept")
    terminal.answer(.line("1"))
    try await terminal.waitForText("Pick up Ada")
    try await terminal.waitForText("1: I have arrived")
    terminal.answer(.line("1"))
    try await terminal.waitForText("Wait for Ada")

    run.cancel()
  }

  private var services: SystemServices {
    SystemServices(wallClock: clock, screenClock: ManualClock(), randomBytes: SeededRandomBytes())
  }

  /// Lets the cloud offer a ride, of which the program learns when it asks again.
  private func receiveOffer(from cloud: DriverCloud) async throws {
    await cloud.show(.offered)
    try await clock.waitForSleeper(of: DrivingViewModel.refreshInterval)
    clock.advance(by: DrivingViewModel.refreshInterval)
  }

  private func play(
    on cloud: some CloudTransport, _ terminal: ScriptedTerminal? = nil, flags: FlagOverrides = [:]
  ) throws -> Task<NavigationEnd, any Error> {
    let container = try DrivingContainer(on: cloud, services: services, flags: flags)
    let navigator = Navigator(clock: services.screenClock)
    navigator.statusProviders = [container.makeStatusProvider()]
    let driving = container.makeDestination()
    return Task { try await driving.run(in: navigator, on: terminal ?? self.terminal) }
  }
}
