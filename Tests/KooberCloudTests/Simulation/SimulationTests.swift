import Cloud
import CloudServer
import Core
import CoreTesting
import FoundationEssentials
import Terminal
import TerminalTesting
import Testing

@testable import koober_cloud

/// The simulation's parts, and one short run.
struct SimulationTests {
  private let registry = SimulationRegistry()
  private let start = Date(timeIntervalSince1970: 1_767_225_600)
  private let id = Identifier<Ride>("one")
  private let price = Money(currency: "AUD", minorUnits: 1000)

  init() {
    registry.register("driver 1", plate: "A-1")
    registry.register("driver 2", plate: "A-2")
    for driver in ["driver 1", "driver 2"] {
      registry.reported(by: driver, sent: start, acknowledged: start)
    }
    registry.requested(id, price: price)
  }

  private func ride(_ state: RideState, price: Money? = nil, plate: String = "A-1") -> Ride {
    Ride(
      id: id, state: state,
      request: RideRequest(
        pickup: Waypoint(.defaultLocation), dropoff: Waypoint(.defaultLocation), option: .wallabee),
      price: price ?? self.price, requestedAt: start,
      car: Car(model: "Mazda 2", plate: plate, location: .defaultLocation),
      driver: Driver(name: "Sim"), secondsUntilPickup: nil, secondsUntilDropoff: nil, route: [])
  }

  @Test func `A clock of speed 60 shows a minute after a second, and sleeps so`() async throws {
    let base = ManualWallClock(now: start)
    let clock = SpeedClock(base: base, speed: 60)

    async let sleep: Void = clock.sleep(for: .seconds(60))
    try await base.waitForSleeper(of: .seconds(1))
    base.advance(by: .seconds(1))
    try await sleep

    #expect(clock.now == start + 60)
  }

  @Test func `Percentiles are the nearest ranks`() throws {
    let percentiles = try #require(Percentiles((1...200).map(Double.init)))

    #expect(percentiles.median == 100)
    #expect(percentiles.percentile95 == 190)
    #expect(percentiles.percentile99 == 198)
    #expect(Percentiles([7])?.percentile99 == 7)
    #expect(Percentiles([]) == nil)
  }

  @Test func `A driver moves along the corners to the last one`() {
    let end = Location(nearestTo: -33.87, 151.21)
    var path = RemainingPath(from: .defaultLocation, along: [end])
    let distance = Location.defaultLocation.distance(to: end)

    path.move(meters: distance / 2)
    #expect(abs(path.location.distance(to: end) - distance / 2) < 1)
    #expect(!path.isFinished)

    path.move(meters: distance)
    #expect(path.location == end)
    #expect(path.isFinished)
  }

  @Test func `A ride that one driver has completed breaks no invariant`() {
    registry.accepted(by: "driver 1", sent: start, expiry: start + 15)
    registry.driver("driver 1", holds: id, at: start)
    registry.completed(id, by: "driver 1")
    registry.driver("driver 1", holds: nil, at: start + 10)
    registry.ended(ride(.completed))
    registry.check(ride(.completed))

    #expect(registry.violations == [])
    #expect(registry.counts.completed == 1)
    #expect(registry.counts.drivenSeconds == 10)
  }

  @Test func `A ride of two drivers at once is found`() {
    registry.driver("driver 1", holds: id, at: start)
    registry.driver("driver 2", holds: id, at: start + 1)

    #expect(
      registry.violations == ["the ride one was accepted by driver 1 and driver 2 at once"])
  }

  @Test func `A ride that goes to another driver without a silence is found`() {
    registry.driver("driver 1", holds: id, at: start)
    registry.driver("driver 1", holds: nil, at: start + 1)
    registry.driver("driver 2", holds: id, at: start + 2)

    #expect(
      registry.violations == ["driver 1 lost the ride one to driver 2 without a silence"])
  }

  @Test func `After a silence a ride goes to another driver`() {
    registry.driver("driver 1", holds: id, at: start)
    registry.driver("driver 2", holds: id, at: start + 61)

    #expect(registry.violations == [])
  }

  @Test func `A driver with two rides is found`() {
    registry.driver("driver 1", holds: id, at: start)
    registry.driver("driver 1", holds: Identifier("two"), at: start + 1)

    #expect(registry.violations == ["driver 1 has the rides one and two"])
  }

  @Test func `A late acceptance is found`() {
    registry.accepted(by: "driver 1", sent: start + 17, expiry: start + 15)
    registry.accepted(by: "driver 1", sent: start + 18, expiry: start + 15)

    #expect(registry.violations == ["driver 1 accepted an offer 3 s after its expiry"])
  }

  @Test func `A price other than the quoted one is found`() {
    registry.check(ride(.completed, price: Money(currency: "AUD", minorUnits: 1001)))

    #expect(registry.violations == ["the ride one costs AUD 10.01, quoted were AUD 10.00"])
  }

  @Test func `A completed ride that its rider sees cancelled is found`() {
    registry.completed(id, by: "driver 1")
    registry.check(ride(.cancelled))

    #expect(registry.violations == ["driver 1 completed the ride one, which is cancelled"])
  }

  @Test func `A completed ride with another driver is found`() {
    registry.completed(id, by: "driver 1")
    registry.check(ride(.completed, plate: "A-2"))

    #expect(
      registry.violations == ["the ride one of driver 1 with A-1 shows the driver with A-2"])
  }

  @Test func `A ride that has not ended is found`() {
    registry.check(ride(.onTrip))

    #expect(registry.violations == ["the ride one is on trip after the end"])
  }

  @Test func `A short run ends with a report`() async throws {
    let terminal = ScriptedTerminal(.pipe, input: "")
    let dependency = AppDependency(
      environment: [:], wallClock: SystemWallClock(), randomBytes: SeededRandomBytes(),
      passwordHashing: .cheapest, log: SilentLog(), signals: { NoSignals() },
      makeTerminal: { _ in terminal })

    let status = await Program(dependency: dependency).run([
      "simulate", "--drivers", "2", "--riders", "3", "--minutes", "1", "--speed", "600", "--json",
    ])

    #expect(status == 0, "\(terminal.error)")
    let report = try JSONCoding.decode(Report.self, from: Data(terminal.flushedOutput.utf8))
    #expect(report.requests >= 0)
    #expect(report.violations == [])
  }

  @Test func `A server's time cannot pass faster`() async throws {
    let outcome = await (try CloudMachine()).run([
      "simulate", "--url", "http://127.0.0.1:1", "--speed", "2",
    ])

    #expect(outcome.status == 64)
  }

  private struct Report: Decodable {
    let requests: Int
    let violations: [String]
  }
}

private struct SilentLog: ServerLog {
  func write(_ entry: ServerLogEntry) {}
}

private struct NoSignals: ServerSignals {
  let stream = AsyncStream<ServerSignal> { $0.finish() }

  func close() {}
}
