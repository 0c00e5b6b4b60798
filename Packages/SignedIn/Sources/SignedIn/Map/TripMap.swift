import Core
import Glibc
import Terminal

/// The map of a trip that is planned, waited for or under way.
struct TripMap {
  /// How far around a single point the map reaches, in metres.
  private static let radius = 700.0
  /// Where half of the streets run, in degrees clockwise from north: as the cloud's streets do,
  /// which are those of central Sydney.
  static let streetBearing = 10.0

  var pickup: Waypoint
  var dropoff: Waypoint?
  /// Free cars.
  var cars: [NearbyCar] = []
  /// The car of the accepted ride and its driver.
  var ownCar: (location: Location, driver: String)?
  /// The corners of the way; along the streets' grid when the cloud has not told it.
  var route: [Location] = []
  /// What must be seen; the whole trip when it is empty, the streets around when it is one point.
  var focus: [Location] = []

  /// The picture, which stays where it is while the cars move.
  var view: MapView {
    MapView(
      markers: markers, route: routePoints, streetBearing: Self.streetBearing, focus: focusPoints)
  }

  /// The corners of the way from the pick-up to the drop-off.
  var routePoints: [MapPoint] {
    guard let dropoff else { return [] }
    if !route.isEmpty { return route.map(MapPoint.init) }
    return MapView.streetRoute(
      from: MapPoint(pickup.location), to: MapPoint(dropoff.location),
      bearing: Self.streetBearing)
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
    let points = focus.isEmpty ? ends.map(MapPoint.init) + routePoints : focus.map(MapPoint.init)
    return points.count == 1 ? surroundings(of: points[0]) : points
  }

  /// Two corners of a square around a point.
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

extension MapPoint {
  /// The point of a location.
  init(_ location: Location) {
    self.init(latitude: location.latitude, longitude: location.longitude)
  }
}
