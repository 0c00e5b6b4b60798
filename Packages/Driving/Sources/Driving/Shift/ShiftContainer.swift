import Composition
import Core
import FeatureFlags
import RideUI
import Terminal

/// The dependencies of the scope of one shift.
protocol ShiftDependencies: Sendable {
  var flagScope: FlagScope { get }
  var services: SystemServices { get }
}

/// The scope of one shift: it cannot be opened without one, and the next shift gets a new one.
struct ShiftContainer: Sendable {
  let shift: DriverShift
  /// Where the car is, for all objects of the shift and of its trips.
  let position: CarPosition
  private let dependencies: any ShiftDependencies
  private let lifetimeProbe: LifetimeProbe

  @MainActor init(dependencies: any ShiftDependencies, shift: DriverShift) {
    (self.dependencies, self.shift) = (dependencies, shift)
    position = CarPosition(
      at: shift.location, flagScope: dependencies.flagScope,
      wallClock: dependencies.services.wallClock)
    lifetimeProbe = LifetimeProbe("shift", in: dependencies.services.lifetimeMonitor)
  }
}

extension ShiftContainer: TripDependencies {
  var services: SystemServices { dependencies.services }
}

@MainActor extension ShiftContainer {
  /// Opens the scope of an accepted ride; each ride gets a new one.
  func makeTripContainer(of ride: DrivenRide) -> TripContainer {
    TripContainer(dependencies: self, ride: ride)
  }

  func panel(of shift: DriverShift, _ missed: Facts, actions: [KeyAction]) -> DrivingPanel {
    DrivingPanel(
      title: Styled("Waiting for a ride", .accent), facts: shift.facts + [position.fact] + missed,
      map: DriverMap(car: position.location), actions: actions, position: position)
  }
}

extension CarPosition {
  /// Where the car is, in words that do not change while it drives by itself.
  var fact: Facts.Element {
    ("Position", isSetByDriver ? Styled(location.shown) : "by the autopilot")
  }
}
