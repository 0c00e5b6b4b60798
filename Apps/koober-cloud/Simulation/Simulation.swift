import Basics
import Core
import FoundationEssentials
import Glibc

/// A run of drivers and riders against one cloud.
struct Simulation: Sendable {
  let drivers: Int
  let riders: Int
  let minutes: Int
  let seed: Int
  let transport: any CloudTransport
  /// The time of the cloud and of all actors.
  let clock: any WallClock
  /// Measures how long the run takes.
  let realClock: any WallClock
  /// Whether actors join who try to get around the rules.
  var isHostile = false
  /// Suspends or approves the driver of a plate; `nil` where there is no operator.
  var decide: Decision?
  let registry = SharedRegistry()

  typealias Decision = @Sendable (_ plate: String, _ isSuspended: Bool) async throws -> Void

  /// A line about how far the run is.
  var status: String {
    registry.withLock { $0.status(drivers: drivers, riders: riders, at: clock.now) }
  }

  /// Opens the accounts, lets the actors work, ends what is under way, and checks the result.
  func run() async throws -> SimulationReport {
    let allDrivers = try await inParallel(1...drivers) { try await SimulatedDriver($0, of: self) }
    let allRiders = try await inParallel(1...riders) { try await SimulatedRider($0, of: self) }
    let hostileDrivers = try await inParallel(hostile(HostileDriver.Attack.self).enumerated()) {
      try await HostileDriver($0.element, $0.offset + 1, of: self)
    }
    let hostileRiders = try await inParallel(hostile(HostileRider.Attack.self).enumerated()) {
      try await HostileRider($0.element, $0.offset + 1, of: self)
    }
    let start = realClock.now
    registry.withLock { $0.start = clock.now }
    await withDiscardingTaskGroup { group in
      for driver in allDrivers { group.addTask { await driver.run() } }
      for rider in allRiders { group.addTask { await rider.run() } }
      for driver in hostileDrivers { group.addTask { await driver.run() } }
      for rider in hostileRiders { group.addTask { await rider.run() } }
      // The only error is the cancellation, which ends the actors as well.
      try? await clock.sleep(for: .seconds(60 * minutes))
      group.cancelAll()
    }
    try Task.checkCancellation()
    let realSeconds = max(0.001, realClock.now.timeIntervalSince(start))
    registry.withLock { registry in
      registry.report.utilization = registry.utilization(of: drivers, at: clock.now)
      registry.report.callsPerSecond = Double(registry.calls) / realSeconds
    }
    await withDiscardingTaskGroup { group in
      for driver in hostileDrivers { group.addTask { await driver.leave() } }
      for rider in hostileRiders { group.addTask { await rider.leave() } }
    }
    do {
      try await inParallel(allRiders) { try await $0.drain() }
      try await inParallel(allDrivers) { try await $0.endShift() }
      try await inParallel(allRiders) { try await $0.check() }
    } catch let error as CloudError {
      // One account whose rides are unknown ends the check: 30 seconds for each would take hours.
      registry.withLock { $0.report.uncheckedReason = error.problem.message }
    }
    return registry.withLock { registry in
      if isHostile { registry.report.attacks = registry.hostile.seen.sorted() }
      let missing = SimulationRegistry.attempts.subtracting(registry.hostile.seen).sorted()
      if isHostile, !missing.isEmpty {
        registry.report.uncheckedReason =
          registry.report.uncheckedReason
          ?? "The run was too short for an attack of each kind: \(missing.joined(separator: ", "))."
      }
      return registry.report
    }
  }

  private func hostile<Attack: CaseIterable>(_: Attack.Type) -> [Attack] {
    isHostile ? Array(Attack.allCases) : []
  }

  /// Works on all elements, 16 at a time, until one throws.
  @discardableResult private func inParallel<Element: Sendable, Value: Sendable>(
    _ elements: some Sequence<Element>, _ work: @escaping @Sendable (Element) async throws -> Value
  ) async throws -> [Value] {
    try await withThrowingTaskGroup(of: Value.self) { group in
      var values: [Value] = []
      for (index, element) in elements.enumerated() {
        try Task.checkCancellation()
        if index >= 16, let value = try await group.next() { values.append(value) }
        group.addTask { try await work(element) }
      }
      for try await value in group { values.append(value) }
      return values
    }
  }
}

/// A clock that runs a number of times as fast as another one.
struct SpeedClock: WallClock {
  let base: any WallClock
  /// When both show the same time.
  let start: Date
  let speed: Double

  var now: Date { start + base.now.timeIntervalSince(start) * speed }
  var steadyNow: Date { start + base.steadyNow.timeIntervalSince(start) * speed }
  func sleep(for duration: Duration) async throws { try await base.sleep(for: duration / speed) }
}

extension Location {
  /// Moves along the corners that are ahead, and removes those that it passes.
  mutating func move(meters: Double, along corners: inout [Location]) {
    var left = meters
    while let corner = corners.first {
      let leg = distance(to: corner)
      guard left >= leg else {
        self = moved(by: left / leg, to: corner)
        return
      }
      left -= leg
      self = corners.removeFirst()
    }
  }
}

extension SplitMix64 {
  /// A waiting time of a Poisson process.
  mutating func nextExponential(mean: Double) -> Double { -log(1 - nextPart()) * mean }

  /// A point at a distance from another one; the points are spread evenly over the area.
  mutating func nextLocation(from center: Location, meters: ClosedRange<Double>) -> Location {
    let (least, most) = (meters.lowerBound, meters.upperBound)
    let square = Double.random(in: least * least...most * most, using: &self)
    let degrees = square.squareRoot() / Location.earthRadius * 180 / .pi
    let angle = Double.random(in: 0...2 * .pi, using: &self)
    return Location(
      nearestTo: center.latitude + degrees * cos(angle),
      center.longitude + degrees * sin(angle) / cos(center.latitude * .pi / 180))
  }

  /// A kind of ride; small ones are the most common.
  mutating func nextOption() -> RideOptionKind {
    let part = nextPart()
    return part < 0.7 ? .wallabee : part < 0.9 ? .wallaroo : .kangaroo
  }
}
