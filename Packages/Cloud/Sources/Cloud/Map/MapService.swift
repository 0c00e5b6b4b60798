import Basics
import CloudRoutes
import CloudStore
import Core
import FoundationEssentials
import Synchronization

/// Serves the squares of the map: the streets are those that the route model drives on.
struct MapService: Sendable {
  /// How many squares are kept in memory, and the most bytes of one that is: 64 MB together.
  static let (mostKnown, mostKnownBytes) = (128, 512 << 10)
  /// How long a square is kept, in seconds: an engine may get new roads, and an import new names.
  static let lifetime = 600.0

  private let store: SQLStore
  private let routeModel: any RouteModel
  private let clock: any WallClock
  private let known: KnownTiles

  init(_ dependencies: any CloudDependencies) {
    store = dependencies.store
    routeModel = dependencies.routeModel
    clock = dependencies.clock
    known = KnownTiles()
  }

  /// Returns what finds a square, for a client that may have it.
  func tile(
    _ address: MapTileAddress, _ condition: RequestCondition?
  ) throws -> @Sendable () async throws -> CloudResponse {
    guard address.isValid else {
      throw APIError.invalid(
        "zoom", "The map has no such square.",
        hint: "Use a zoom in 12...14, and a column and row below two to its power.")
    }
    if let known = known.squares.withLock({ $0.value(for: address, at: clock.steadyNow) }) {
      return { CloudResponse(document: known.body, known.tag, unless: condition) }
    }
    if let city = routeModel.city?.tile(address), city != MapTile() {
      return { try response(with: city, at: address, condition) }
    }
    let features = try store.mapFeatures(in: address)
    return {
      var tile = features
      tile.streets = try await routeModel.streets(in: address)
      if !tile.streets.isEmpty { tile.attribution = MapTile.openStreetMap }
      return try response(with: tile, at: address, condition)
    }
  }

  /// Keeps a square, and sends it.
  private func response(
    with tile: MapTile, at address: MapTileAddress, _ condition: RequestCondition?
  ) throws -> CloudResponse {
    let body = try JSONCoding.encode(tile)
    let tag = EntityTag(of: body)
    if body.count <= Self.mostKnownBytes {
      known.squares.withLock { $0.insert((body, tag), for: address, at: clock.steadyNow) }
    }
    return CloudResponse(document: body, tag, unless: condition)
  }

  /// Returns a point with its own name, or that of the nearest place on the map. A driver reads the
  /// name, so nothing in it hides or reorders text.
  ///
  /// - Parameter reads: Whether places may be read from the database; otherwise throws ``PlanMissing``
  ///   where none of those around are known.
  func named(_ waypoint: Waypoint, reads: Bool) throws -> Waypoint {
    let own = waypoint.name?.removingInvisibleScalars.trimmingBlanks ?? ""
    guard own.isEmpty else { return Waypoint(waypoint.location, name: own) }
    let isInCity = BuiltInCity.contains(waypoint.location)
    let places = isInCity ? routeModel.city?.places : nil
    let name = try (places ?? importedPlaces(around: waypoint.location, reads: reads))
      .nearest(to: waypoint.location)?.name
    return Waypoint(waypoint.location, name: name.map { "near \($0.removingInvisibleScalars)" })
  }

  private func importedPlaces(
    around location: Location, reads: Bool
  ) throws -> [MapTile.Place] {
    let square = MapTileAddress(containing: location, zoom: MapFeature.zoom)
    if let known = known.places.withLock({ $0.value(for: square, at: clock.steadyNow) }) {
      return known
    }
    guard reads else { throw PlanMissing() }
    let places = try store.mapPlaces(in: square)
    known.places.withLock { $0.insert(places, for: square, at: clock.steadyNow) }
    return places
  }
}

/// The squares that were asked for last, and the names of those where rides began.
private final class KnownTiles: Sendable {
  let squares = Mutex(
    ExpiringCache<MapTileAddress, (body: Data, tag: EntityTag)>(
      capacity: MapService.mostKnown, lifetime: MapService.lifetime))
  let places = Mutex(
    ExpiringCache<MapTileAddress, [MapTile.Place]>(
      capacity: MapService.mostKnown, lifetime: MapService.lifetime))
}
