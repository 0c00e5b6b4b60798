import Basics
import Cloud
import CloudRoutes
import CloudStore
import Console
import Core
import CoreHTTP
import Experiments
import Terminal

/// Running simulated drivers and riders against a cloud.
enum SimulateCommand {
  private static let drivers = Option(
    "drivers", kind: .range(1...10_000).named("N"), default: 20, help: "How many drivers.")
  private static let riders = Option(
    "riders", kind: .range(1...100_000).named("N"), default: 50, help: "How many riders.")
  private static let minutes = Option(
    "minutes", kind: .range(1...1440).named("N"), default: 10,
    help: "How long the drivers and riders act, in simulated minutes.")
  private static let speed = Option<Int?>(
    "speed", kind: .range(1...600).named("N"),
    help: "How many times as fast time passes; 20 without it, and always 1 with --url.")
  private static let seed = Option(
    "seed", kind: .range(0...Int.max).named("N"), default: 1,
    help: "The same seed gives every driver and rider the same plans.")
  private static let url = Option<CloudAddress?>(
    "url", kind: .address(port: 8080),
    help: "The server to use; without it, a new cloud in this process.")

  private static let hostile = Flag(
    "hostile", help: "Let drivers and riders join who try to get around the rules.")

  /// Both matchers, each in about half of the hours.
  private static let matching = """
    {"flags": {"dispatch-matching": {
      "state": "ENABLED", "variants": {"nearest": "nearest", "batched": "batched"},
      "defaultVariant": "nearest", "targeting": {"fractional": [["nearest", 50], ["batched", 50]]}
    }}}
    """

  static let simulate = Command<CommandContext>(
    "simulate", summary: "Let drivers and riders use a cloud, and check what it answers.",
    discussion: """
      Drivers report positions, answer offers and drive; riders request rides, cancel a few and \
      rate. Answers that contradict each other, such as a ride that two drivers have, are listed \
      as violations and end the command with 1, as does a server that does not answer when the \
      rides are checked. A server given by --url gets an account for each driver and rider; its \
      rate limits have to allow that, and its flag 'dispatch' has to be 'drivers'. Use a server \
      that nobody else uses: simulated drivers take real riders' rides, and the accounts, whose \
      passwords follow from the seed, stay. A cloud in this process chooses the matcher for each \
      hour, and a run of several hours compares the time to the pick-up. With --hostile, drivers jump, \
      guess codes, collect addresses, let offers lapse and wait for fees, and riders snoop, block, cancel \
      and delete their accounts; a promise to the others that is broken is a violation, too.
      """,
    examples: [
      CommandExample("koober-cloud simulate", "Simulate ten minutes in half a minute."),
      CommandExample(
        "koober-cloud simulate --drivers 5 --riders 10 --minutes 2 --speed 120",
        "Look whether it works, in a second."),
      CommandExample(
        "koober-cloud simulate --drivers 200 --riders 1000 --minutes 60 --speed 60 --json",
        "Simulate an hour in a minute."),
      CommandExample(
        "koober-cloud simulate --hostile --minutes 5 --speed 60",
        "Let some try to get around the rules."),
      CommandExample(
        "koober-cloud simulate --url http://127.0.0.1:8080 --minutes 5", "Use a server."),
    ],
    parameters: [drivers, riders, minutes, speed, seed, url, hostile]
  ) { values, context in
    let dependency = context.dependency
    let address = values[url]
    let speed = values[speed] ?? (address == nil ? 20 : 1)
    guard address == nil || speed == 1 else {
      throw Problem(
        .usage, code: "badSpeed",
        message: "The time of a server cannot pass \(speed) times as fast.",
        hint: "Leave out --speed, or --url.")
    }
    let clock = SpeedClock(
      base: dependency.wallClock, start: dependency.wallClock.now, speed: Double(speed))
    func simulation(
      _ transport: any CloudTransport, decide: Simulation.Decision? = nil
    ) -> Simulation {
      Simulation(
        drivers: values[drivers], riders: values[riders], minutes: values[minutes],
        seed: values[seed], transport: transport, clock: clock, realClock: dependency.wallClock,
        isHostile: values[hostile], decide: decide)
    }
    // A signal cancels the run, and does not end the process before its files are removed.
    let signals = dependency.signals()
    defer { signals.close() }
    var report: SimulationReport
    if let address {
      let transport = HTTPTransport(
        settings: HTTPTransport.Settings(address: address), wallClock: dependency.wallClock,
        randomBytes: dependency.randomBytes)
      report = try await context.run(simulation(transport), until: signals)
    } else {
      let folder = try TemporaryFolder()
      defer { withExtendedLifetime(folder) {} }
      let container = CloudContainer(
        dependencies: SimulatedCloud(
          database: .sqlite(path: folder.path(of: "cloud.sqlite"), connections: 4), clock: clock,
          randomBytes: dependency.randomBytes))
      _ = try await container.makeMigrator().migrate()
      _ = try await container.makeFlagPublisher().publish(
        Array(matching.utf8), by: "koober-cloud", message: "Compare the matchers")
      let transport = RouterTransport(router: container.makeRouter())
      let administration = container.makeDriverAdministration()
      report = try await context.run(
        simulation(transport) { plate, isSuspended in
          _ =
            try await isSuspended
            ? administration.suspend(plate, reason: "An attack")
            : administration.approve(administration.find(plate), reason: "")
        }, until: signals, dispatcher: container.makeDispatcher())
      do {
        let experiment = try await container.makeExperimentReader().report(
          on: "dispatch-matching", conversion: "mean:seconds_to_pickup", phase: nil)
        let rows = try experiment?.get().value?.rows ?? []
        report.hoursOfMatchers = rows.filter { $0.sums.riders > 0 }.map { row in
          HoursOfMatcher(
            matcher: row.variant, hours: row.sums.riders,
            secondsToPickup: row.sums.sum / Double(row.sums.riders))
        }
      } catch {
        let reason = (error as? any ProblemConvertible)?.problem.message ?? "\(error)"
        report.uncheckedReason =
          report.uncheckedReason ?? "The matchers could not be compared: \(reason)"
      }
    }
    try context.print(report) { try context.terminal.write(report.list) }
    guard report.violations.isEmpty else {
      throw Problem(
        .failed, code: "invariantBroken",
        message: "The cloud contradicted itself \(report.violations.count) times.",
        hint: "Run it again with the same seed, and look at the violations.")
    }
    if let reason = report.uncheckedReason {
      throw Problem(
        .failed, code: "notChecked", message: "The result could not be checked. \(reason)",
        hint: "Make sure that the cloud answers, and run it again.")
    }
  }
}

extension CommandContext {
  /// Runs a simulation until its end or a signal to stop, beside a dispatcher where no server has
  /// one, and shows on a terminal how far it is.
  fileprivate func run(
    _ simulation: Simulation, until signals: any ServerSignals, dispatcher: Dispatcher? = nil
  ) async throws -> SimulationReport {
    let running = Task { @concurrent in try await simulation.run() }
    let helpers: [Task<Void, Never>] = [
      Task { @concurrent in for await _ in signals.stream { running.cancel() } },
      Task { @concurrent in
        guard let dispatcher else { return }
        await dispatcher.run { _ in
          simulation.registry.withLock { $0.report.errors["dispatch", default: 0] += 1 }
        }
      },
      Task { @concurrent in
        var region = LiveRegion(terminal: terminal)
        guard console.format == .text, !console.isQuiet, region.isRedrawing else { return }
        while (try? await dependency.wallClock.sleep(for: .seconds(1))) != nil {
          // A terminal that cannot be written does not end the run.
          try? region.draw([Styled(simulation.status)])
        }
        try? region.clear()
      },
    ]
    let result = await running.result
    for helper in helpers {
      helper.cancel()
      await helper.value
    }
    return try result.get()
  }
}

/// The dependencies of a cloud in this process whose rides are driven by riders.
private struct SimulatedCloud: CloudDependencies {
  let database: CloudDatabase
  let clock: any WallClock
  let randomBytes: any RandomBytes
  /// The passwords are known to everyone who knows the seed.
  let passwordHashing = PasswordHashingCost.cheapest
  let routeModel: any RouteModel = BuiltInRouteModel()
  let workers = WorkerPool(count: 4, waiting: 10_000)
  let dispatch: (@Sendable () -> RideDispatch)? = { .drivers }
}
