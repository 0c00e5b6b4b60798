public import CloudDomain
public import Core
import Glibc

/// How a car gets from one point to another.
///
/// A model may wait for another program, and fail; it is not asked while a transaction is open.
public protocol RouteModel: Sendable {
  /// Returns the way between two points.
  ///
  /// - Throws: ``RouteError/noRoad(_:)``, or ``RouteError/unavailable(reason:)`` when nobody knows.
  func route(from start: Location, to end: Location) async throws(RouteError) -> Route

  /// Returns the ways of cars to a point, in their order; `nil` where none leads.
  func approaches(
    from cars: [Location], to point: Location
  ) async throws(RouteError) -> [Approach?]

  /// Returns the streets in a square of the map; none without a map of its own, or with a ``city``.
  func streets(in address: MapTileAddress) async throws(RouteError) -> [MapTile.Street]

  /// The city that the model routes in; `nil` for a model of other streets.
  var city: BuiltInCity? { get }

  /// Finds out whether routes can be planned now.
  func check() async throws(RouteError)

  /// How another program was asked; `nil` for a model that asks none.
  var use: RouteModelUse? { get }
}

extension RouteModel {
  /// The default: the model has no map.
  public func streets(in address: MapTileAddress) async throws(RouteError) -> [MapTile.Street] {
    []
  }

  /// The default: the model routes elsewhere.
  public var city: BuiltInCity? { nil }
}

/// The way of a car to a point.
public struct Approach: Equatable, Sendable {
  /// How long the car needs, in seconds.
  public let duration: Double
  /// The points where the way turns, start and end included; `nil` for a model that has to be asked for
  /// them with ``RouteModel/route(from:to:)``.
  public let corners: [Location]?

  public init(duration: Double, corners: [Location]? = nil) {
    (self.duration, self.corners) = (duration, corners)
  }

  /// Creates the way that a model has planned.
  public init(_ route: Route) { self.init(duration: route.duration, corners: route.corners) }
}

/// How often a program that plans routes was asked.
public struct RouteModelUse: Equatable, Sendable {
  public var questions = 0
  /// The questions that had no answer, or one that cannot be true.
  public var failures = 0
  /// The ways that were known from before.
  public var known = 0
}

/// Why there is no route.
public enum RouteError: Error, Equatable, Sendable {
  /// A part of a trip that has no road.
  public enum Part: Sendable {
    case start, end, between
  }

  /// No road is near an end, or none leads from one to the other.
  case noRoad(Part)
  /// What plans routes does not answer, or not truly; the reason for operators ends a sentence.
  case unavailable(reason: String)
}

extension RouteError: ProblemConvertible {
  public var problem: Problem {
    switch self {
    case .noRoad:
      Problem(
        .failed, code: "noRoad", message: "There is no road for the trip.",
        hint: "Choose another place.")
    case .unavailable(let reason):
      Problem(
        .unreachable, code: "routesUnavailable", message: "Routes cannot be planned: \(reason).",
        hint: "Check its address, and start it.")
    }
  }
}

/// A model that needs no other program, and always finds a way.
protocol LocalRouteModel: RouteModel {
  func localRoute(from start: Location, to end: Location) -> Route
}

extension LocalRouteModel {
  public func route(from start: Location, to end: Location) async throws(RouteError) -> Route {
    localRoute(from: start, to: end)
  }

  public func approaches(
    from cars: [Location], to point: Location
  ) async throws(RouteError) -> [Approach?] {
    cars.map { Approach(localRoute(from: $0, to: point)) }
  }

  public func check() async throws(RouteError) {}
  public var use: RouteModelUse? { nil }
}

/// Routes straight to the destination, along the great circle.
public struct StraightLineRouteModel: RouteModel, LocalRouteModel {
  public init() {}

  func localRoute(from start: Location, to end: Location) -> Route {
    Route(corners: [start, end], model: "straight-line")
  }
}

/// Routes along a grid of streets with one turn: the Manhattan distance, measured on the globe.
public struct StreetGridRouteModel: RouteModel, LocalRouteModel {
  /// The direction of half of the streets, in degrees clockwise from north; the others run across.
  private let bearing: Double

  /// Creates a model of streets with a bearing in degrees; George Street in Sydney has about ten.
  public init(bearing: Double = 10) { self.bearing = bearing }

  func localRoute(from start: Location, to end: Location) -> Route {
    Route(corners: corners(from: start, to: end), model: "street-grid")
  }

  /// Returns the corners of the route, with one turn: first along the bearing, then across.
  ///
  /// Around the two locations the globe is taken as flat (an equirectangular projection at their
  /// middle latitude). Within six degrees of a pole, where it is not, the route is straight.
  private func corners(from start: Location, to end: Location) -> [Location] {
    let scale = cos((start.latitude + end.latitude) / 2 * .pi / 180)
    guard scale > 0.1 else { return [start, end] }
    let north = end.latitude - start.latitude
    let east = (end.longitude - start.longitude).remainder(dividingBy: 360) * scale
    // The part of the route that runs along the bearing.
    let direction = (north: cos(bearing * .pi / 180), east: sin(bearing * .pi / 180))
    let along = north * direction.north + east * direction.east
    let turn = Location(
      nearestTo: start.latitude + along * direction.north,
      start.longitude + along * direction.east / scale)
    return turn == start || turn == end ? [start, end] : [start, turn, end]
  }
}
