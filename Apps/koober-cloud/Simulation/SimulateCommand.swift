import Basics
import Cloud
import Commands
import Core
import CoreHTTP
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
    "url", kind: .server, help: "The server to use; without it, a new cloud in this process.")

  static let simulate = Command<CommandContext>(
    "simulate", summary: "Let drivers and riders use a cloud, and check what it answers.",
    discussion: """
      Drivers report positions, answer offers and drive; riders request rides, cancel a few and \
      rate. Answers that contradict each other, such as a ride that two drivers have, are listed \
      as violations and end the command with 1. A server given by --url gets an account for each \
      driver and rider; its rate limits have to allow that, and its flag 'dispatch' has to be \
      'drivers'.
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
        "koober-cloud simulate --url http://127.0.0.1:8080 --minutes 5", "Use a server."),
    ],
    parameters: [drivers, riders, minutes, speed, seed, url]
  ) { values, context in
    let base = context.dependency.wallClock
    let address = values[url]
    let speed = values[speed] ?? (address == nil ? 20 : 1)
    guard address == nil || speed == 1 else {
      throw Problem(
        .usage, code: "badSpeed",
        message: "The time of a server cannot pass \(speed) times as fast.",
        hint: "Leave out --speed, or --url.")
    }
    let registry = SimulationRegistry()
    let clock = SpeedClock(base: base, speed: speed)
    func simulation(_ transport: any CloudTransport) -> Simulation {
      Simulation(
        drivers: values[drivers], riders: values[riders], minutes: values[minutes],
        seed: values[seed], transport: CountingTransport(base: transport, registry: registry),
        clock: clock, registry: registry)
    }
    let report: SimulationReport
    if let address {
      let transport = HTTPTransport(
        settings: HTTPTransport.Settings(address: address), wallClock: base,
        randomBytes: context.dependency.randomBytes)
      report = try await context.showingStatus(of: registry) {
        try await simulation(transport).run(realClock: base)
      }
    } else {
      let folder = try TemporaryFolder()
      let container = CloudContainer(
        dependencies: SimulatedCloud(
          path: folder.path(of: "cloud.sqlite"), clock: clock,
          randomBytes: context.dependency.randomBytes))
      _ = try await container.makeMigrator().migrate()
      let router = container.makeRouter()
      report = try await context.showingStatus(of: registry) {
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask {
            await container.makeDispatcher().run { _ in registry.countDispatchError() }
          }
          defer { group.cancelAll() }
          return try await simulation(RouterTransport(router: router)).run(realClock: base)
        }
      }
      // The files are in use until now.
      withExtendedLifetime(folder) {}
    }
    try context.print(report) { try context.terminal.write(report.list) }
    guard report.violations.isEmpty else {
      throw Problem(
        .failed, code: "invariantBroken",
        message: "The cloud contradicted itself \(report.violations.count) times.",
        hint: "Run it again with the same seed, and look at the violations.")
    }
  }
}

extension CommandContext {
  /// Runs a simulation; on a terminal a line says each second how far it is.
  fileprivate func showingStatus(
    of registry: SimulationRegistry, run: () async throws -> SimulationReport
  ) async throws -> SimulationReport {
    guard console.format == .text, !console.isQuiet, terminal.capabilities.canRedraw else {
      return try await run()
    }
    let drawing = Task { @concurrent [dependency, terminal] in
      var region = LiveRegion(terminal: terminal)
      // The only error of a sleep is the cancellation that ends the drawing.
      while (try? await dependency.wallClock.sleep(for: .seconds(1))) != nil {
        let (counts, violations) = (registry.counts, registry.violations.count)
        // A terminal that cannot be written does not end the run.
        try? region.draw([
          Styled(
            "\(counts.underway) rides under way, \(counts.completed) completed, "
              + "\(violations) violations")
        ])
      }
      try? region.clear()
    }
    let result: Result<SimulationReport, any Error>
    do {
      result = .success(try await run())
    } catch {
      result = .failure(error)
    }
    drawing.cancel()
    await drawing.value
    return try result.get()
  }
}

extension ValueKind<CloudAddress> {
  /// The address of a server.
  fileprivate static var server: ValueKind {
    ValueKind(valueName: "URL", constraint: "an address such as http://127.0.0.1:8080") {
      argument throws(InvalidValueError) in
      do throws(CloudAddress.ParsingError) {
        return try CloudAddress(parsing: argument)
      } catch {
        throw InvalidValueError(error.description)
      }
    }
  }
}
