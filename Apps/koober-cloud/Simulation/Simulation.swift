import Core
import FoundationEssentials

/// A run of drivers and riders against one cloud.
struct Simulation: Sendable {
  /// How many accounts are opened, and how many actors end, at once.
  private static let width = 16

  let drivers: Int
  let riders: Int
  let minutes: Int
  let seed: Int
  let transport: any CloudTransport
  /// The time of the cloud and of all actors.
  let clock: any WallClock
  let registry: SimulationRegistry

  /// Opens the accounts, lets the actors work, ends what is under way, and checks the result.
  ///
  /// - Parameter realClock: Measures how long the run takes.
  func run(realClock: any WallClock) async throws -> SimulationReport {
    let allDrivers = try await Self.inParallel(Array(1...drivers)) { number in
      try await SimulatedDriver(account(.driver, number))
    }
    let allRiders = try await Self.inParallel(Array(1...riders)) { number in
      try await SimulatedRider(account(.rider, number))
    }
    let (start, realStart, calls) = (clock.now, realClock.now, registry.counts.calls)
    await withTaskGroup(of: Bool.self) { group in
      for driver in allDrivers {
        group.addTask {
          await driver.run()
          return false
        }
      }
      for rider in allRiders {
        group.addTask {
          await rider.run()
          return false
        }
      }
      group.addTask { [clock, minutes] in
        try? await clock.sleep(for: .seconds(60 * minutes))
        return true
      }
      for await isOver in group where isOver { group.cancelAll() }
    }
    try Task.checkCancellation()
    let driverSeconds = clock.now.timeIntervalSince(start) * Double(drivers)
    let realSeconds = realClock.now.timeIntervalSince(realStart)
    registry.close(at: clock.now)
    var counts = registry.counts
    let (drivenSeconds, runCalls) = (counts.drivenSeconds, counts.calls - calls)
    _ = try await Self.inParallel(allDrivers) { await $0.drain() }
    _ = try await Self.inParallel(allRiders) { await $0.drain() }
    _ = try await Self.inParallel(allDrivers) { await $0.endShift() }
    _ = try await Self.inParallel(allRiders) { await $0.check() }
    counts = registry.counts
    (counts.drivenSeconds, counts.calls) = (drivenSeconds, runCalls)
    return SimulationReport(
      counts, violations: registry.violations, driverSeconds: driverSeconds,
      realSeconds: realSeconds)
  }

  private func account(_ kind: SimulatedAccount.Kind, _ number: Int) -> SimulatedAccount {
    SimulatedAccount(
      kind: kind, number: number, seed: seed, client: CloudClient(transport: transport),
      clock: clock, registry: registry)
  }

  /// Works on all elements, a few at a time.
  private static func inParallel<Element: Sendable, Value: Sendable>(
    _ elements: [Element], _ work: @escaping @Sendable (Element) async throws -> Value
  ) async throws -> [Value] {
    try await withThrowingTaskGroup(of: Value.self) { group in
      var values: [Value] = []
      for (index, element) in elements.enumerated() {
        if index >= width, let value = try await group.next() { values.append(value) }
        group.addTask { try await work(element) }
      }
      for try await value in group { values.append(value) }
      return values
    }
  }
}
