import Core
import FoundationEssentials
import Synchronization

/// The acknowledged calls of all actors: counts them, and finds answers that contradict each other.
///
/// A call without an answer proves nothing: the cloud may have carried it out or not. Drivers are
/// known by their plates.
struct SimulationRegistry {
  /// The most that the clocks of two machines may differ by, in seconds.
  private static let clockDifference = 5.0
  /// A driver's silence after which the cloud may give a ride to another one, in seconds. A server
  /// that has just started waits longer.
  private static let silence = 60 - clockDifference

  private struct KnownRide {
    /// The quoted price; `nil` before the request is acknowledged.
    var price: Money?
    /// The last driver who was shown the ride.
    var holder: String?
    /// Whether the cloud may have taken the ride from its holder after a silence.
    var mayBeReassigned = false
    var completedBy: String?
    /// Whether its rider has seen the end.
    var isCounted = false
    /// When the request was meant to be sent, until the ride is accepted.
    var unaccepted: Date?
    /// The same, until the trip starts.
    var unstarted: Date?
  }

  private struct KnownDriver {
    var ride: Identifier<Ride>?
    /// Since when the driver has the ride.
    var since = Date.distantPast
    /// When the last acknowledged report was sent.
    var lastReport = Date.distantPast

    func isSilent(at now: Date) -> Bool {
      now.timeIntervalSince(lastReport) >= SimulationRegistry.silence
    }
  }

  var report = SimulationReport()
  var accounts = 0
  var calls = 0
  var start = Date.distantPast
  /// Of all drivers of the run. Others are seen where the flag 'dispatch' is not 'drivers', or where
  /// others use the server.
  var plates: Set<String> = []
  private var rides: [Identifier<Ride>: KnownRide] = [:]
  private var drivers: [String: KnownDriver] = [:]
  /// How long all drivers together had the rides that they have no longer, in seconds.
  private var drivenSeconds = 0.0
  /// When requests without an offer were meant to be sent: an offer does not say which ride it is for.
  private var unoffered: [OfferedTrip: Date] = [:]
  /// What hostile actors were allowed.
  var hostile = HostileRecord()
  /// The codes that riders have seen, each with the plate of the driver who needs it.
  private var codes: [Identifier<Ride>: (code: String, plate: String)] = [:]

  /// Returns the share of the drivers' time with a ride.
  func utilization(of count: Int, at now: Date) -> Double {
    let driven = drivers.values.reduce(drivenSeconds) { sum, driver in
      driver.ride == nil ? sum : sum + now.timeIntervalSince(driver.since)
    }
    return driven / max(0.001, now.timeIntervalSince(start) * Double(count))
  }

  /// Returns a line of at most 80 columns about the run so far.
  func status(drivers: Int, riders: Int, at now: Date) -> String {
    guard accounts >= drivers + riders
    else { return "Opening accounts: \(accounts) of \(drivers + riders)" }
    func short(_ count: Int) -> String { count < 10_000 ? "\(count)" : "\(count / 1000)k" }
    let waiting = rides.values.count { $0.unaccepted != nil }
    let median = report.secondsToAcceptance.percentile(50).map { "\(Int($0.rounded())) s" }
    return "Requests \(short(report.requests)), waiting \(short(waiting)), "
      + "acceptance \(median ?? "none"), "
      + "busy \(Int((utilization(of: drivers, at: now) * 100).rounded()))%, "
      + "errors \(short(report.errors.values.reduce(0, +))), "
      + "violations \(short(report.violations.count))"
  }

  mutating func reported(by name: String, sent: Date, acknowledged: Date) {
    let driver = drivers[name, default: KnownDriver()]
    // The cloud heard the last report after it was sent, and this one before its acknowledgment.
    if driver.isSilent(at: acknowledged) { allowReassignment(name, driver.ride) }
    drivers[name, default: driver].lastReport = sent
  }

  private mutating func allowReassignment(_ driver: String, _ ride: Identifier<Ride>?) {
    if let ride, rides[ride]?.holder == driver { rides[ride]?.mayBeReassigned = true }
  }

  /// Returns one of the rides that were requested; `nil` before the first.
  func anyRide(_ number: UInt64) -> Identifier<Ride>? {
    guard !rides.isEmpty else { return nil }
    let index = rides.index(rides.startIndex, offsetBy: Int(number % UInt64(rides.count)))
    return rides[index].key
  }

  /// Returns what a rider tells a driver; `nil` as long as the rider has not seen it.
  func code(of ride: Identifier<Ride>, for plate: String) -> String? {
    codes[ride].flatMap { $0.plate == plate ? $0.code : nil }
  }

  mutating func offered(_ trip: OfferedTrip, at now: Date) {
    report.offers += 1
    guard let intended = unoffered.removeValue(forKey: trip) else { return }
    report.secondsToFirstOffer.seconds.append(now.timeIntervalSince(intended))
  }

  /// - Parameter sent: When the acceptance was sent, which is before the cloud looked at its clock.
  mutating func accepted(by driver: String, sent: Date, expiry: Date) {
    report.accepted += 1
    let late = sent.timeIntervalSince(expiry)
    guard late > Self.clockDifference else { return }
    record("\(driver) accepted an offer \(Int(late)) s after its expiry")
  }

  /// Records which ride the cloud shows to a driver.
  mutating func driver(_ name: String, holds ride: Identifier<Ride>?, at now: Date) {
    let driver = drivers[name, default: KnownDriver()]
    guard driver.ride != ride else { return }
    let isSilent = driver.isSilent(at: now)
    if let old = driver.ride {
      if isSilent { allowReassignment(name, old) }
      if let ride, let known = rides[old], known.holder == name, !known.mayBeReassigned,
        !known.isCounted, known.completedBy == nil
      {
        record("\(name) has the rides \(old) and \(ride)")
      }
      drivenSeconds += now.timeIntervalSince(driver.since)
    }
    if let ride {
      let known = rides[ride, default: KnownRide()]
      // A silent driver may be shown the past: the ride may have gone on to its holder.
      if let holder = known.holder, holder != name, !known.mayBeReassigned, !isSilent {
        let other = drivers[holder, default: KnownDriver()]
        if other.ride != ride {
          record("\(holder) lost the ride \(ride) to \(name) without a silence")
        } else if !other.isSilent(at: now) {
          record("the ride \(ride) was accepted by \(holder) and \(name) at once")
        }
      }
      rides[ride, default: known].holder = name
      rides[ride]?.mayBeReassigned = false
    }
    drivers[name] = KnownDriver(ride: ride, since: now, lastReport: driver.lastReport)
  }

  mutating func completed(_ ride: Identifier<Ride>, by driver: String) {
    rides[ride, default: KnownRide()].completedBy = driver
  }

  /// Call it before the request is sent: a driver may see the offer before the rider the answer.
  mutating func requesting(_ trip: OfferedTrip, intended: Date) { unoffered[trip] = intended }

  mutating func requested(_ ride: Identifier<Ride>, price: Money, intended: Date) {
    report.requests += 1
    var known = rides[ride, default: KnownRide()]
    (known.price, known.unaccepted, known.unstarted) = (price, intended, intended)
    rides[ride] = known
  }

  mutating func observe(_ ride: Ride, at now: Date) {
    if let code = ride.code, let plate = ride.car?.plate { codes[ride.id] = (code, plate) }
    if let car = ride.car, plates.insert(car.plate).inserted {
      record("the ride \(ride.id) has the car \(car.plate) of no simulated driver")
    }
    if ride.driver != nil, let intended = rides[ride.id]?.unaccepted.take() {
      report.secondsToAcceptance.seconds.append(now.timeIntervalSince(intended))
    }
    if ride.state == .onTrip, let intended = rides[ride.id]?.unstarted.take() {
      report.secondsToPickup.seconds.append(now.timeIntervalSince(intended))
    }
    count(ride)
  }

  private mutating func count(_ ride: Ride) {
    guard ride.state.isEnded, var known = rides[ride.id], known.price != nil, !known.isCounted
    else { return }
    (known.isCounted, known.unaccepted, known.unstarted) = (true, nil, nil)
    rides[ride.id] = known
    switch (ride.state, ride.cancellation?.reason) {
    case (.completed, _): report.completed += 1
    case (_, .noDriver?): report.withoutDriver += 1
    default: report.cancelled += 1
    }
  }

  /// Compares a ride as its rider sees it after the drain with what was acknowledged.
  mutating func check(_ ride: Ride) {
    // A ride of an earlier run with the same account is not this run's.
    guard let known = rides[ride.id] else { return }
    count(ride)
    if !ride.state.isEnded { record("the ride \(ride.id) is \(ride.state.name) after the end") }
    if let driver = known.completedBy, ride.state != .completed {
      record("\(driver) completed the ride \(ride.id), which is \(ride.state.name)")
    }
    guard ride.state == .completed else { return }
    if let price = known.price, let due = ride.amountDue,
      ride.price != price || due.minorUnits > price.minorUnits
    {
      record("the ride \(ride.id) costs \(due), quoted were \(price)")
    }
    let driver = known.completedBy ?? (known.mayBeReassigned ? nil : known.holder)
    if let driver, let plate = ride.car?.plate, plate != driver {
      record("the ride \(ride.id) of \(driver) shows the driver \(plate)")
    }
  }

  mutating func record(_ violation: String) { report.violations.append(violation) }
}

/// A trip as an offer tells it: a random one is likely to be the only one with its price.
struct OfferedTrip: Hashable {
  let pickup, dropoff: Location
  let price: Money

  init(from pickup: Location, to dropoff: Location, for price: Money) {
    (self.pickup, self.dropoff) = (pickup.neighborhood, dropoff.neighborhood)
    self.price = Money(currency: price.currency, minorUnits: price.minorUnits / 50 * 50)
  }
}

extension Location {
  /// The middle of the square that offers tell.
  var neighborhood: Location {
    func round(_ value: Double) -> Double { (value / 0.005).rounded() * 0.005 }
    return Location(nearestTo: round(latitude), round(longitude))
  }
}

/// The registry of all actors of a run.
final class SharedRegistry: Sendable {
  private let registry = Mutex(SimulationRegistry())

  func withLock<Value: Sendable>(_ body: (inout SimulationRegistry) -> Value) -> Value {
    registry.withLock { body(&$0) }
  }
}
