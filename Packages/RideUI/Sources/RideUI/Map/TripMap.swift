public import Core
import Glibc
public import Terminal

/// The map of a planned, requested or current trip.
public struct TripMap {
  /// How far around a single point the map reaches, in meters.
  private static let radius = 700.0

  var pickup: Waypoint
  var dropoff: Waypoint?
  var cars: [NearbyCar] = []
  /// The car of the accepted ride and its driver.
  var ownCar: (location: Location, driver: String)?
  /// The corners of the route; empty while it is unknown.
  var route: [Location] = []
  /// The corners of the car's way to the pick-up.
  var approach: [Location] = []
  /// What is known of the land.
  public var ground = MapGround()
  var camera = MapCamera()
  /// The points to show; the whole trip when empty, the streets around a single point.
  var focus: [Location] = []

  public init(
    pickup: Waypoint, dropoff: Waypoint? = nil, cars: [NearbyCar] = [],
    ownCar: (location: Location, driver: String)? = nil, route: [Location] = [],
    camera: MapCamera = MapCamera()
  ) {
    (self.pickup, self.dropoff, self.cars, self.route) = (pickup, dropoff, cars, route)
    (self.ownCar, self.camera) = (ownCar, camera)
  }

  /// The picture, which stays where it is while the cars move.
  public var view: MapView {
    var view = MapView(
      markers: markers, route: route.map(MapPoint.init), approach: approach.map(MapPoint.init),
      ground: ground, focus: focusPoints)
    view.camera = camera
    return view
  }

  /// The picture in words, one line each; distances in tens of meters.
  public var facts: [Styled] {
    view.facts { Formatters.distance(meters: Int(($0 / 10).rounded()) * 10) }
  }

  private var markers: [MapMarker] {
    var markers = [MapMarker(.pickup, at: MapPoint(pickup.location), label: pickup.name ?? "You")]
    if let dropoff {
      markers.append(
        MapMarker(.dropoff, at: MapPoint(dropoff.location), label: dropoff.name ?? "Drop-off"))
    }
    if let ownCar {
      markers.append(MapMarker(.ownCar, at: MapPoint(ownCar.location), label: ownCar.driver))
    }
    return markers + cars.map { MapMarker(.car, at: MapPoint($0.location)) }
  }

  private var focusPoints: [MapPoint] {
    let ends = [pickup.location] + [dropoff?.location].compactMap { $0 }
    let points = (focus.isEmpty ? ends + route : focus).map(MapPoint.init)
    return points.count == 1 ? surroundings(of: points[0]) : points
  }

  private func surroundings(of point: MapPoint) -> [MapPoint] {
    let north = Self.radius / Location.earthRadius * 180 / .pi
    let east = north / max(0.01, cos(point.latitude * .pi / 180))
    return [-1.0, 1].map { side in
      MapPoint(
        latitude: min(90, max(-90, point.latitude + side * north)),
        longitude: point.longitude + side * east)
    }
  }
}

extension TripMap {
  /// The smallest change of a distance that is reported, in meters.
  private static let step = 500.0

  /// The map of a ride: the car's approach before the pick-up, the whole trip afterwards.
  ///
  /// - Parameters:
  ///   - ride: What is shown.
  ///   - carStart: Where the car was when it was first seen; without it where its way begins.
  ///   - cars: The free cars nearby.
  ///   - camera: What part of the map is shown.
  public init(
    _ ride: Ride, carStart: Location?, cars: [NearbyCar] = [], camera: MapCamera = MapCamera()
  ) {
    self.init(
      pickup: ride.pickup, dropoff: ride.dropoff, cars: cars, ownCar: ride.ownCar,
      route: ride.route, camera: camera)
    guard ride.secondsUntilPickup != nil else { return }
    if let car = ride.car, let way = ride.approach { approach = way.ahead(of: car.location) ?? [] }
    if let start = carStart ?? ride.approach?.first { focus = [ride.pickup.location, start] }
  }

  /// How far away the car of a ride is, in words that do not change with every meter.
  public static func facts(of ride: Ride) -> [Styled] {
    guard let car = ride.car, ride.secondsUntilPickup != nil else { return [] }
    let steps = (car.location.distance(to: ride.pickup.location) / step).rounded(.up)
    let meters = Int(max(1, steps) * step)
    return ["The car is less than \(Formatters.distance(meters: meters)) away."]
  }
}

extension Ride {
  /// The car on its way and its driver; `nil` before and after.
  fileprivate var ownCar: (location: Location, driver: String)? {
    guard let car, !state.isEnded else { return nil }
    return (car.location, driver?.name ?? "")
  }
}

extension MapMarker.Kind {
  public static let car = MapMarker.Kind(
    "Car", symbol: "▴", plainSymbol: "c", style: Style(foreground: .yellow), priority: 1)
  static let ownCar = MapMarker.Kind(
    "Your car", symbol: "▲", plainSymbol: "C", style: Style(foreground: .yellow, isBold: true),
    priority: 2)
  static let dropoff = MapMarker.Kind(
    "Drop-off", symbol: "◆", plainSymbol: "D", style: Style(foreground: .red, isBold: true),
    priority: 3)
  static let pickup = MapMarker.Kind(
    "Pick-up", symbol: "●", plainSymbol: "P", style: Style(foreground: .green, isBold: true),
    priority: 4)
}

extension MapPoint {
  public init(_ location: Location) {
    self.init(latitude: location.latitude, longitude: location.longitude)
  }
}
