import BasicsTesting
import Basics
import Cloud
import CloudServer
import Core
import CoreTesting
import FoundationEssentials
import Terminal
import TerminalTesting
import Testing

@testable import koober_cloud

/// The simulation's actors, and short runs.
struct SimulationTests {
  private let clock = ManualWallClock()

  private func makeSimulation(_ transport: any CloudTransport) -> Simulation {
    Simulation(
      drivers: 1, riders: 1, minutes: 1, seed: 1, transport: transport, clock: clock,
      realClock: clock)
  }

  private var options: RideOptionList {
    RideOptionList(
      options: RideOptionKind.allCases.map { kind in
        RideOption(
          id: kind, price: Money(currency: "AUD", minorUnits: 1250), secondsUntilPickup: 60,
          distanceMeters: 1000, durationSeconds: 300,
          quote: Quote(id: Identifier("quote"), expiresAt: clock.now + 300))
      })
  }

  @Test func `A clock of speed 60 shows a minute after a second, and sleeps so`() async throws {
    let fast = SpeedClock(base: clock, start: clock.now, speed: 60)
    let start = clock.now

    let sleep = Task { try await fast.sleep(for: .seconds(60)) }
    try await clock.waitForSleeper(of: .seconds(1))
    clock.advance(by: .seconds(1))
    try await sleep.outcome("the end of the sleep")

    #expect(fast.now == start + 60)
  }

  @Test func `Percentiles are the nearest ranks`() {
    let times = MeasuredTimes(seconds: (1...200).map(Double.init))

    #expect([50, 95, 99].map { times.percentile($0) } == [100, 190, 198])
    #expect(MeasuredTimes(seconds: [7]).percentile(99) == 7)
    #expect(MeasuredTimes().percentile(50) == nil)
  }

  @Test func `Times below ten seconds have two decimals`() {
    #expect(MeasuredTimes(seconds: [0.314, 12.6]).text == "0.31 s, 95 %: 13 s, 99 %: 13 s")
    #expect(MeasuredTimes().text == "none")
  }

  @Test func `A driver moves along the corners to the last one`() {
    let end = Location(nearestTo: -33.87, 151.21)
    var (location, corners) = (Location.defaultLocation, [end])
    let distance = location.distance(to: end)

    location.move(meters: distance / 2, along: &corners)
    #expect(abs(location.distance(to: end) - distance / 2) < 1)
    #expect(corners == [end])

    location.move(meters: distance, along: &corners)
    #expect(location == end)
    #expect(corners == [])
  }

  @Test func `A rider has a stream only while a ride is under way`() async throws {
    let transport = StreamingCloudTransport(
      RoutedCloudTransport([
        "post accounts": IssuedSession(.johnny), "get ride-options": options,
        "post rides": Ride.sample(state: .requested),
      ]))
    let simulation = makeSimulation(transport)
    let rider = try await SimulatedRider(1, of: simulation)
    let riding = Task { await rider.run() }
    try await clock.waitForSleepers()
    #expect(transport.lastEventIDs == [])

    // No rider thinks for ten hours.
    clock.advance(by: .seconds(36_000))
    try await transport.waitForStreams(opened: 1)
    try transport.push(.ride(LiveRide(isOwn: true, ride: .sample(state: .cancelled))))
    try await transport.waitForNoStream()
    riding.cancel()
    _ = try await riding.outcome()

    #expect(simulation.registry.withLock { $0.report.cancelled } == 1)
  }

  @Test func `A request without an answer is repeated with its key`() async throws {
    let transport = ScriptedCloudTransport([
      .success(try .document(IssuedSession(.johnny))), .success(try .document(options)),
      .failure(.unanswered(reason: "it was killed")), .failure(.unreachable(reason: "it starts")),
      .success(try .document(Ride.sample(state: .requested))),
    ])
    let simulation = makeSimulation(transport)
    let rider = try await SimulatedRider(1, of: simulation)
    let request = startRequest(by: rider)
    for _ in 0..<2 { try await passSecond() }
    let ride = try await request.outcome()

    let sent = await transport.requests.filter { $0.path == ["rides"] }
    #expect(ride?.id == Ride.sample().id)
    #expect(sent.count == 3)
    #expect(sent.first?.idempotencyKey != nil)
    #expect(Set(sent.map(\.idempotencyKey)).count == 1)
    #expect(Set(sent.map(\.body)).count == 1)
    let report = simulation.registry.withLock { $0.report }
    #expect(report.requests == 1)
    #expect(report.errors == ["cloudUnreachable": 1, "outcomeUnknown": 1])
  }

  @Test func `A request is given up after 30 seconds`() async throws {
    let transport = ScriptedCloudTransport([
      .success(try .document(IssuedSession(.johnny))), .success(try .document(options)),
    ])
    let rider = try await SimulatedRider(1, of: makeSimulation(transport))
    let request = startRequest(by: rider)
    for _ in 0..<30 { try await passSecond() }

    await #expect(throws: CloudError.unreachable(reason: "the script has ended")) {
      try await request.outcome()
    }
    let sent = await transport.requests.filter { $0.path == ["rides"] }
    #expect(sent.count == 31)
  }

  private func startRequest(by rider: SimulatedRider) -> Task<Ride?, any Error> {
    Task { [clock] in
      var random = SplitMix64(seed: 1)
      return try await rider.request(intended: clock.now, &random)
    }
  }

  /// Lets a second pass once a call waits for its repetition.
  private func passSecond() async throws {
    try await clock.waitForSleeper(of: .seconds(1))
    clock.advance(by: .seconds(1))
  }

  @Test func `A server that is away at the end fails the check`() async throws {
    let car = DriverCar(plate: "1-1", model: "Mazda 2", option: .wallabee)
    let transport = RoutedCloudTransport { request in
      if request.path == ["accounts"] {
        return try CloudResponse.document(IssuedSession(.johnny))
      }
      if request.path == ["driver"], request.method == .put {
        return try CloudResponse.document(
          DriverStatus(car: car, shift: nil, offer: nil, ride: nil))
      }
      throw CloudTransportError.unreachable(reason: "it was killed")
    }
    let time = Task { [clock] in
      while true {
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
      }
    }
    defer { time.cancel() }

    let report = try await makeSimulation(transport).run()

    #expect(report.uncheckedReason?.contains("did not answer") == true)
    #expect(report.list.lines.last?.text.hasPrefix("Not checked: ") == true)
    #expect(report.errors["cloudUnreachable", default: 0] > 0)
    #expect(report.violations == [])
  }

  @Test func `A short run ends with a report`() async throws {
    var report: Report?
    // On a busy machine a fast run is over before a rider has asked; the next one takes longer.
    for speed in ["120", "30", "8"] where report?.requests ?? 0 == 0 {
      let terminal = ScriptedTerminal(.pipe, input: "")
      let dependency = AppDependency(
        environment: [:], wallClock: SystemWallClock(), randomBytes: SeededRandomBytes(),
        passwordHashing: .cheapest, log: SilentLog(), signals: { NoSignals() },
        makeTerminal: { _ in terminal })

      let status = await Program(dependency: dependency).run([
        "simulate", "--drivers", "2", "--riders", "20", "--minutes", "5", "--speed", speed,
        "--json",
      ])

      #expect(status == 0, "\(terminal.error)")
      report = try JSONCoding.decode(Report.self, from: Data(terminal.flushedOutput.utf8))
    }

    let ended = try #require(report)
    #expect(ended.requests > 0)
    #expect(ended.completed + ended.cancelled + ended.withoutDriver == ended.requests)
    #expect(ended.secondsToFirstOffer.count == 3)
    #expect(ended.violations == [])
  }

  @Test func `A signal interrupts a run`() async throws {
    let outcome = await (try CloudMachine()).run(["simulate"])

    #expect(outcome.status == 130)
    #expect(outcome.output == "")
  }

  @Test func `A server's time cannot pass faster`() async throws {
    let outcome = await (try CloudMachine()).run([
      "simulate", "--url", "http://127.0.0.1:1", "--speed", "2",
    ])

    #expect(outcome.status == 64)
  }

  private struct Report: Decodable {
    let requests: Int
    let completed: Int
    let cancelled: Int
    let withoutDriver: Int
    let secondsToFirstOffer: [String: Double?]
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
