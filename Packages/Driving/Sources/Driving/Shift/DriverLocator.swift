import Core
import FeatureFlags
import FoundationEssentials
import Observation

/// Tells where a driver's car is.
protocol DriverLocator: Sendable {
  var isSetByDriver: Bool { get }

  /// Returns where the car is.
  ///
  /// - Parameters:
  ///   - place: Where it was set, or where its last way has ended.
  ///   - drive: The way that is ahead of it; `nil` without one.
  ///   - time: When.
  func location(from place: Location, on drive: Drive?, at time: Date) -> Location
}

/// The car stays where the driver has set it.
struct ManualLocator: DriverLocator {
  var isSetByDriver: Bool { true }
  func location(from place: Location, on drive: Drive?, at time: Date) -> Location { place }
}

/// The car drives by itself, for play and for tests.
struct SimulatedLocator: DriverLocator {
  var isSetByDriver: Bool { false }

  func location(from place: Location, on drive: Drive?, at time: Date) -> Location {
    drive?.location(at: time) ?? place
  }
}

/// A way that a car takes from a moment on.
struct Drive: Equatable, Sendable {
  /// The corners of the way; the first one is where the car begins.
  let way: [Location]
  let startedAt: Date

  /// Begins on a way where the car is, also in its middle.
  init(along way: [Location], from place: Location, at time: Date) {
    self.way = way.ahead(of: place) ?? [place] + way
    startedAt = time
  }

  /// Returns where the car is at a time: on its way, and at the end of it from then on.
  func location(at time: Date) -> Location? {
    way.point(after: time.timeIntervalSince(startedAt) * Location.citySpeed)
  }
}

extension DrivenRide {
  /// The way that is ahead of the driver; empty while the car waits, and after the end.
  var way: [Location] {
    switch ride.state {
    case .accepted, .arriving: ride.approach ?? [ride.pickup.location]
    case .onTrip: ride.route
    case .requested, .arrived, .completed, .cancelled: []
    }
  }
}

/// Where the driver's car is during one shift.
@MainActor @Observable final class CarPosition {
  /// Where the car was set, or where its last way has ended.
  private var place: Location
  private var way: [Location] = []
  private var drive: Drive?
  /// Whether the driver has switched the autopilot on or off; the flag decides until then.
  private var autopilot: Bool?
  private let flagScope: FlagScope
  private let wallClock: any WallClock

  init(at place: Location, flagScope: FlagScope, wallClock: any WallClock) {
    (self.place, self.flagScope, self.wallClock) = (place, flagScope, wallClock)
  }

  var location: Location {
    let flagged = driverLocator.makeUnused(in: flagScope)
    return (autopilot.map(Self.locator) ?? flagged).location(
      from: place, on: drive, at: wallClock.steadyNow)
  }

  /// Whether the driver sets the position. Reading it records the exposure to the flag.
  var isSetByDriver: Bool {
    let isFlagged = driverLocator.make(in: flagScope).isSetByDriver
    return autopilot.map { !$0 } ?? isFlagged
  }

  /// Whether positions are made up, as the cloud is told with each; it records nothing.
  var isSimulated: Bool {
    autopilot ?? !driverLocator.makeUnused(in: flagScope).isSetByDriver
  }

  private static func locator(isAutopilot: Bool) -> any DriverLocator {
    isAutopilot ? SimulatedLocator() : ManualLocator()
  }

  func move(to place: Location) { (self.place, drive) = (place, nil) }

  /// Switches the autopilot on, from where the car is along the way ahead, or off.
  func switchAutopilot() {
    place = location
    let isOn = isSetByDriver
    autopilot = isOn
    drive = isOn && !way.isEmpty ? Drive(along: way, from: place, at: wallClock.steadyNow) : nil
  }

  /// Sends the car on a way from where it is; it stays there when the way is empty.
  func follow(_ way: [Location]) {
    guard way != self.way else { return }
    self.way = way
    place = location
    drive = way.isEmpty ? nil : Drive(along: way, from: place, at: wallClock.steadyNow)
  }
}
