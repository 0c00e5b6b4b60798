import Core
import FoundationEssentials
import Synchronization

/// The acknowledged calls of all actors: counts them, and finds answers that contradict each other.
final class SimulationRegistry: Sendable {
  /// A driver's silence after which the cloud may give a ride to another one, in seconds, less what
  /// the clocks of two machines may differ by.
  private static let silence = 55.0
  /// How long after its expiry an offer may still be accepted, in seconds.
  private static let lateness = 2.0

  /// A driver who has accepted a ride.
  private struct Holder {
    let driver: String
    var holds = true
    /// Whether the cloud may have taken the ride back after a silence.
    var isExcused = false
  }

  private struct KnownRide {
    var quoted: Money?
    var holders: [Holder] = []
    var completedBy: String?
    var isEnded = false
    var isCounted = false

    mutating func release(_ driver: String, isExcused: Bool) {
      guard let index = holders.firstIndex(where: { $0.driver == driver }) else { return }
      holders[index].holds = false
      holders[index].isExcused = isExcused
    }
  }

  private struct KnownDriver {
    var plate = ""
    var ride: Identifier<Ride>?
    var since: Date?
    var lastReport: Date?
    var wasSilent = false
  }

  private struct State {
    var counts = SimulationCounts()
    var violations: [String] = []
    var rides: [Identifier<Ride>: KnownRide] = [:]
    var drivers: [String: KnownDriver] = [:]
  }

  private let state = Mutex(State())

  var counts: SimulationCounts { state.withLock { $0.counts } }
  var violations: [String] { state.withLock { $0.violations } }

  func countCall() { state.withLock { $0.counts.calls += 1 } }

  /// Counts a failed round of the dispatcher among the errors.
  func countDispatchError() { state.withLock { $0.counts.errors["dispatch", default: 0] += 1 } }

  func count(_ counter: any WritableKeyPath<SimulationCounts, Int> & Sendable) {
    state.withLock { $0.counts[keyPath: counter] += 1 }
  }

  /// Makes a call; an error is counted by its code, and gives `nil`.
  @discardableResult
  func attempt<Value: Sendable>(_ call: () async throws -> Value) async -> Value? {
    do {
      return try await call()
    } catch {
      // A call that the end of the run has cut off is no error of the cloud.
      guard !Task.isCancelled else { return nil }
      let code = (error as? any ProblemConvertible)?.problem.code ?? "internalError"
      state.withLock { $0.counts.errors[code, default: 0] += 1 }
      return nil
    }
  }

  // MARK: - Drivers

  func register(_ driver: String, plate: String) {
    state.withLock { $0.drivers[driver, default: KnownDriver()].plate = plate }
  }

  /// Records that a driver's position was acknowledged.
  func reported(by driver: String, sent: Date, acknowledged: Date) {
    state.withLock { state in
      var known = state.drivers[driver, default: KnownDriver()]
      // The cloud heard the last report after it was sent, and this one before its acknowledgment.
      if let last = known.lastReport, acknowledged.timeIntervalSince(last) >= Self.silence {
        known.wasSilent = true
      }
      known.lastReport = sent
      state.drivers[driver] = known
    }
  }

  /// Records the acknowledged acceptance of an offer.
  ///
  /// - Parameter sent: When the acceptance was sent, which is before the cloud looked at its clock.
  func accepted(by driver: String, sent: Date, expiry: Date) {
    state.withLock { state in
      state.counts.accepted += 1
      let late = sent.timeIntervalSince(expiry)
      guard late > Self.lateness else { return }
      state.violations.append("\(driver) accepted an offer \(Int(late)) s after its expiry")
    }
  }

  /// Records which ride the cloud shows to a driver.
  func driver(_ driver: String, holds ride: Identifier<Ride>?, at now: Date) {
    state.withLock { state in
      var known = state.drivers[driver, default: KnownDriver()]
      guard known.ride != ride else { return }
      if let old = known.ride {
        let isSilent = Self.isSilent(known, at: now)
        state.rides[old]?.release(driver, isExcused: isSilent)
        if let ride, let other = state.rides[old], !other.isEnded, !isSilent {
          state.violations.append("\(driver) has the rides \(old) and \(ride)")
        }
        state.counts.drivenSeconds += now.timeIntervalSince(known.since ?? now)
      }
      (known.ride, known.since, known.wasSilent) = (ride, now, false)
      state.drivers[driver] = known
      if let ride { Self.take(ride, by: driver, at: now, &state) }
    }
  }

  private static func isSilent(_ driver: KnownDriver, at now: Date) -> Bool {
    driver.wasSilent || driver.lastReport.map { now.timeIntervalSince($0) >= silence } ?? true
  }

  private static func take(
    _ ride: Identifier<Ride>, by driver: String, at now: Date, _ state: inout State
  ) {
    var known = state.rides[ride, default: KnownRide()]
    for holder in known.holders where holder.driver != driver && !holder.isExcused {
      let other = state.drivers[holder.driver, default: KnownDriver()]
      if holder.holds, isSilent(other, at: now) { continue }
      state.violations.append(
        holder.holds
          ? "the ride \(ride) was accepted by \(holder.driver) and \(driver) at once"
          : "\(holder.driver) lost the ride \(ride) to \(driver) without a silence")
    }
    known.holders.removeAll { $0.driver == driver }
    known.holders.append(Holder(driver: driver))
    state.rides[ride] = known
  }

  /// Records the acknowledged completion of a ride.
  func completed(_ ride: Identifier<Ride>, by driver: String) {
    state.withLock { state in
      state.rides[ride, default: KnownRide()].completedBy = driver
      state.rides[ride]?.isEnded = true
    }
  }

  // MARK: - Riders

  func requested(_ ride: Identifier<Ride>, price: Money) {
    state.withLock { state in
      state.counts.requests += 1
      state.rides[ride, default: KnownRide()].quoted = price
    }
  }

  func acceptance(after seconds: Double) {
    state.withLock { $0.counts.secondsToAcceptance.append(seconds) }
  }

  func pickup(after seconds: Double) {
    state.withLock { $0.counts.secondsToPickup.append(seconds) }
  }

  /// Records a ride that a rider sees ended; counts each once.
  func ended(_ ride: Ride) {
    guard ride.state.isEnded else { return }
    state.withLock { state in
      guard var known = state.rides[ride.id], known.quoted != nil, !known.isCounted else { return }
      (known.isEnded, known.isCounted) = (true, true)
      state.rides[ride.id] = known
      switch (ride.state, ride.cancellation?.reason) {
      case (.completed, _): state.counts.completed += 1
      case (_, .noDriver?): state.counts.withoutDriver += 1
      default: state.counts.cancelled += 1
      }
    }
  }

  // MARK: - The end

  /// Ends the time of the rides that are still driven.
  func close(at now: Date) {
    state.withLock { state in
      for (name, driver) in state.drivers where driver.ride != nil {
        state.counts.drivenSeconds += now.timeIntervalSince(driver.since ?? now)
        state.drivers[name]?.since = now
      }
    }
  }

  /// Compares a ride as its rider sees it after the drain with what was acknowledged.
  func check(_ ride: Ride) {
    state.withLock { state in
      // A ride of an earlier run with the same account is not this run's.
      guard let known = state.rides[ride.id] else { return }
      if !ride.state.isEnded {
        state.violations.append("the ride \(ride.id) is \(ride.state.name) after the end")
      }
      if let driver = known.completedBy, ride.state != .completed {
        state.violations.append(
          "\(driver) completed the ride \(ride.id), which is \(ride.state.name)")
      }
      guard ride.state == .completed else { return }
      if let quoted = known.quoted, let due = ride.amountDue, due != quoted {
        state.violations.append("the ride \(ride.id) costs \(due), quoted were \(quoted)")
      }
      let last = known.holders.last
      let driver = known.completedBy ?? (last?.isExcused == false ? last?.driver : nil)
      if let driver, let plate = ride.car?.plate, let own = state.drivers[driver]?.plate,
        plate != own
      {
        state.violations.append(
          "the ride \(ride.id) of \(driver) with \(own) shows the driver with \(plate)")
      }
    }
  }
}
