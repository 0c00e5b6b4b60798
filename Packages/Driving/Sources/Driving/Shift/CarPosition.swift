import Core
import FeatureFlags
import Observation

/// Where the driver's car is during one shift.
@MainActor
@Observable
final class CarPosition {
  /// Where the car was set, or where its last way has ended.
  private var place: Location
  private var way: [Location] = []
  private var drive: Drive?
  private let flagScope: FlagScope
  private let wallClock: any WallClock

  init(at place: Location, flagScope: FlagScope, wallClock: any WallClock) {
    self.place = place
    self.flagScope = flagScope
    self.wallClock = wallClock
  }

  /// Where the car is now.
  var location: Location {
    driverLocator.makeUnused(in: flagScope)
      .location(from: place, on: drive, at: wallClock.now)
  }

  /// Whether the driver sets the position. Reading it records the exposure to the flag.
  var isSetByDriver: Bool { driverLocator.make(in: flagScope).isSetByDriver }

  /// Puts the car somewhere else.
  func move(to place: Location) { (self.place, drive) = (place, nil) }

  /// Sends the car on a way from where it is; it stays there when the way is empty.
  func follow(_ way: [Location]) {
    guard way != self.way else { return }
    self.way = way
    place = location
    drive = way.isEmpty ? nil : Drive(along: way, from: place, at: wallClock.now)
  }
}
