import Basics
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
    if let known = known.cache.withLock({ $0.value(for: address, at: clock.now) }) {
      return { known.response(condition) }
    }
    let features = try store.mapFeatures(in: address)
    return { [self] in
      var tile = features
      if let city = routeModel.city?.tile(address), city != MapTile() {
        tile = city
      } else {
        tile.streets = try await routeModel.streets(in: address)
        if !tile.streets.isEmpty { tile.attribution = MapTile.openStreetMap }
      }
      let body = try JSONCoding.encode(tile)
      let found = KnownTiles.Tile(body: body, tag: EntityTag(of: body))
      if body.count <= Self.mostKnownBytes {
        known.cache.withLock { $0.insert(found, for: address, at: clock.now) }
      }
      return found.response(condition)
    }
  }

  /// Returns a point with a name: without one, that of the nearest place on the map.
  func named(_ waypoint: Waypoint) throws -> Waypoint {
    guard waypoint.name == nil else { return waypoint }
    let isInCity = BuiltInCity.contains(waypoint.location)
    let places = isInCity ? routeModel.city?.places : nil
    let name = try (places ?? importedPlaces(around: waypoint.location))
      .nearest(to: waypoint.location)?.name
    return Waypoint(waypoint.location, name: name.map { "near \($0)" })
  }
}

extension MapService {
  private func importedPlaces(around location: Location) throws(StoreError) -> [MapTile.Place] {
    let square = MapTileAddress(containing: location, zoom: MapFeature.zoom)
    if let known = known.places.withLock({ $0.value(for: square, at: clock.now) }) { return known }
    let places = try store.mapPlaces(in: square)
    known.places.withLock { $0.insert(places, for: square, at: clock.now) }
    return places
  }
}

/// The squares that were asked for last, and the names of those where rides began.
private final class KnownTiles: Sendable {
  struct Tile {
    let body: Data
    let tag: EntityTag

    func response(_ condition: RequestCondition?) -> CloudResponse {
      if case .noneMatch(let header) = condition, tag.isIn(header) {
        return CloudResponse(status: 304, body: Data(), entityTag: tag.text)
      }
      return CloudResponse(status: 200, body: body, entityTag: tag.text)
    }
  }

  let cache = Mutex(
    ExpiringCache<MapTileAddress, Tile>(
      capacity: MapService.mostKnown, lifetime: MapService.lifetime))
  let places = Mutex(
    ExpiringCache<MapTileAddress, [MapTile.Place]>(
      capacity: MapService.mostKnown, lifetime: MapService.lifetime))
}
