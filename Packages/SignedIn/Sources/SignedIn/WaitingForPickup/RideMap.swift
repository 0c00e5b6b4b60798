import Core
import Terminal

/// The map of a ride: the car's approach before the pick-up, the whole trip afterwards.
@MainActor
struct RideMap {
  /// The smallest change of a distance that is reported, in meters.
  private static let step = 500.0

  let model: WaitingForPickupViewModel
  var camera = MapCamera()

  private var ride: Ride { model.ride }

  var view: MapView {
    TripMap(
      pickup: ride.pickup, dropoff: ride.dropoff, ownCar: ownCar, route: ride.route,
      approach: approach, camera: camera, focus: focus
    ).view
  }

  private var focus: [Location] {
    guard ride.secondsUntilPickup != nil, let start = model.carStart else { return [] }
    return [ride.pickup.location, start]
  }

  /// The rest of the car's way to the pick-up.
  private var approach: [Location] {
    guard ride.secondsUntilPickup != nil, let car = ride.car else { return [] }
    return StreetGrid.sydney.corners(from: car.location, to: ride.pickup.location)
  }

  private var ownCar: (location: Location, driver: String)? {
    guard let car = ride.car, !ride.state.isEnded else { return nil }
    return (car.location, ride.driver?.name ?? "")
  }

  /// How far away the car is, in words that do not change with every meter.
  var facts: [Styled] {
    guard let car = ride.car, ride.secondsUntilPickup != nil else { return [] }
    let steps = (car.location.distance(to: ride.pickup.location) / Self.step).rounded(.up)
    let meters = Int(max(1, steps) * Self.step)
    return ["The car is less than \(Formatters.distance(meters: meters)) away."]
  }
}
