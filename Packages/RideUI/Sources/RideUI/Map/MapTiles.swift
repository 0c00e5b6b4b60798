import Basics
public import Core
import FoundationEssentials
public import Observation
public import Terminal

/// The squares of the map that the rider has looked at, loaded as they come into view.
///
/// While one is loaded, or cannot be, the map is drawn without it or with the coarser one around it.
@MainActor @Observable public final class MapTiles {
  /// Returns a square; `nil` when it is still the one with an entity tag.
  public typealias Request =
    @Sendable (_ address: MapTileAddress, _ entityTag: String?) async throws(CloudError)
    -> TaggedResponse<MapTile>?

  private struct Entry {
    /// Without the names, which are put in order with those of other squares.
    let ground: MapGround
    let places: [MapTile.Place]
    let entityTag: String?
    /// When the cloud said last that this is the square.
    var checkedAt: Date
  }

  /// How many squares are kept: some views of a large screen at each zoom.
  private nonisolated static let mostKept = 192
  /// How many squares of one view are loaded.
  private static let mostShown = 48
  /// How long a square is shown before the cloud is asked whether there is another, in seconds.
  private static let lifetime = 600.0
  /// How long a square is not asked for again that could not be loaded, in seconds.
  private nonisolated static let pause = 10.0

  private let request: Request
  private let wallClock: any WallClock
  /// Changes with the squares, so that the screens that have drawn them are drawn again.
  private var version = 0
  @ObservationIgnored private var entries: [MapTileAddress: Entry] = [:]
  @ObservationIgnored private var failed = ExpiringCache<MapTileAddress, Void>(
    capacity: mostKept, lifetime: pause)
  @ObservationIgnored private var visible: [MapTileAddress] = []
  @ObservationIgnored private var loading: Set<MapTileAddress> = []
  @ObservationIgnored private var drawn: (squares: [MapTileAddress], version: Int, MapGround)?
  @ObservationIgnored private var loaders: [UInt: AsyncStream<Void>.Continuation] = [:]
  @ObservationIgnored private var loaderCount: UInt = 0

  /// Creates a map of which nothing is known yet.
  public nonisolated init(wallClock: any WallClock, request: @escaping Request) {
    (self.request, self.wallClock) = (request, wallClock)
  }

  /// Creates the map of a cloud for one rider.
  public nonisolated convenience init(
    client: CloudClient, session: UserSession, wallClock: any WallClock
  ) {
    self.init(wallClock: wallClock) { (address, entityTag) async throws(CloudError) in
      try await client.callUnlessSame(
        CloudAPI.mapTile, parameters: address, session: session, entityTag: entityTag)
    }
  }

  /// Draws a map on the ground that is known of, and has the rest of it loaded.
  public func draw(_ view: MapView, in frame: inout Frame, _ region: Region) {
    guard region.rows > 0, region.columns > 0 else { return }
    let projection = view.projection(for: region, isUnicode: frame.isUnicode)
    let scale = projection.metersPerDot * (frame.isUnicode ? 2 : 1)
    let squares = Self.squares(projection.corners, metersPerColumn: scale)
    var view = view
    view.ground = ground(squares)
    frame.isLoading = squares.contains { isWanted($0) || loading.contains($0) }
    view.draw(in: &frame, region)
  }

  /// The ground around points, as far as it is known; the rest of it is loaded.
  public func ground(around points: [Location]) -> MapGround {
    ground(Self.squares(around: points))
  }

  /// The name of what is near a location, such as "near Wynyard", once the map around it is known.
  public func name(near location: Location) -> String? {
    _ = version
    // Where no map is drawn, nothing else loads it.
    if visible.isEmpty { _ = ground(around: [location]) }
    // The finer a square, the more names it has.
    let squares = MapTileAddress.zooms.reversed().map {
      MapTileAddress(containing: location, zoom: $0)
    }
    return squares.compactMap { entries[$0]?.places.nearest(to: location) }.first
      .map { "near \($0.name)" }
  }

  private func ground(_ squares: [MapTileAddress]) -> MapGround {
    visible = squares
    // Also squares that could not be loaded some time ago.
    if squares.contains(where: isWanted) {
      for loader in loaders.values { loader.yield() }
    }
    if let drawn, drawn.squares == squares, drawn.version == version { return drawn.2 }
    var ground = MapGround()
    var used: [MapTileAddress] = []
    for square in squares {
      let known = (MapTileAddress.zooms.lowerBound...square.zoom).reversed()
        .map { square.ancestor(zoom: $0) }.first { entries[$0] != nil }
      guard let known, !used.contains(known), let part = entries[known]?.ground else { continue }
      used.append(known)
      ground.streets += part.streets
      ground.areas += part.areas
      if ground.attribution.isEmpty { ground.attribution = part.attribution }
    }
    let places = used.flatMap { entries[$0]?.places ?? [] }
    ground.places = places.sorted { ($0.kind.rank, $0.name) < ($1.kind.rank, $1.name) }.map {
      MapGround.Place(
        kind: MapGround.Place.Kind($0.kind), name: $0.name, point: MapPoint($0.location))
    }
    drawn = (squares, version, ground)
    return ground
  }

  // MARK: - Loading

  /// Loads what comes into view until the task is cancelled.
  public func load() async {
    let (changes, loader) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    loaderCount += 1
    let number = loaderCount
    loaders[number] = loader
    defer { loaders[number] = nil }
    await loadVisible()
    for await _ in changes { await loadVisible() }
  }

  /// Loads the squares around points.
  public func load(around points: [Location]) async {
    await load(Self.squares(around: points).filter { entries[$0] == nil })
  }

  private func loadVisible() async {
    while !Task.isCancelled {
      let squares = visible.filter(isWanted)
      guard !squares.isEmpty else { return }
      await load(squares)
    }
  }

  private func isWanted(_ square: MapTileAddress) -> Bool {
    let now = wallClock.steadyNow
    let isFresh =
      entries[square].map { now.timeIntervalSince($0.checkedAt) < Self.lifetime } ?? false
    return !isFresh && failed.value(for: square, at: now) == nil && !loading.contains(square)
  }

  /// Loads squares, one after the other so that a rider's other requests find their turn; the map shows
  /// them together.
  private func load(_ squares: [MapTileAddress]) async {
    loading.formUnion(squares)
    defer { loading.subtract(squares) }
    let requests = squares.map { (square: $0, tag: entries[$0]?.entityTag) }
    var answers: [(square: MapTileAddress, tile: Result<TaggedResponse<MapTile>?, CloudError>)] = []
    for (square, tag) in requests where !Task.isCancelled {
      do throws(CloudError) {
        answers.append(
          (square, .success(try await request(square, tag))))
      } catch {
        answers.append((square, .failure(error)))
      }
    }
    if entries.count + squares.count > Self.mostKept {
      entries = entries.filter { visible.contains($0.key) }
    }
    let now = wallClock.steadyNow
    for (square, answer) in answers {
      switch answer {
      case .success(let tile):
        entries[square]?.checkedAt = now
        guard let tile else { continue }
        entries[square] = Entry(
          ground: MapGround(tile.response), places: tile.response.places,
          entityTag: tile.entityTag, checkedAt: now)
      // The screen was left; the next one asks again.
      case .failure where Task.isCancelled: continue
      case .failure:
        // A map without some of its streets is one, too; the screens report a cloud that is gone.
        failed.insert((), for: square, at: now)
      }
    }
    version += 1
  }

  // MARK: - Squares

  /// The squares between two corners; none when there are too many.
  private static func squares(
    _ corners: (northWest: MapPoint, southEast: MapPoint), metersPerColumn: Double
  ) -> [MapTileAddress] {
    // As fine as the streets that are drawn at the scale.
    let isDrawn = { (kind: MapGround.StreetClass) in metersPerColumn <= kind.coarsestScale }
    let zoom = isDrawn(.local) ? 14 : isDrawn(.collector) ? 13 : 12
    let northWest = MapTileAddress(
      containing: Location(nearestTo: corners.northWest.latitude, corners.northWest.longitude),
      zoom: zoom)
    let southEast = MapTileAddress(
      containing: Location(nearestTo: corners.southEast.latitude, corners.southEast.longitude),
      zoom: zoom)
    let count = 1 << zoom
    // East of the antimeridian the columns begin anew.
    let east = southEast.x + (southEast.x < northWest.x ? count : 0)
    // A view of a whole country would be a patch of streets in the middle of nothing.
    guard (east - northWest.x + 1) * (southEast.y - northWest.y + 1) <= mostShown else { return [] }
    return (northWest.y...southEast.y).flatMap { y in
      (northWest.x...east).map { MapTileAddress(zoom: zoom, x: $0 % count, y: y) }
    }
  }

  private static func squares(around points: [Location]) -> [MapTileAddress] {
    var known: Set<MapTileAddress> = []
    // A leg that is longer than a square has corners beside it at least.
    let squares = points.map {
      MapTileAddress(containing: $0, zoom: MapTileAddress.zooms.upperBound)
    }
    return Array(squares.filter { known.insert($0).inserted }.prefix(mostShown))
  }
}

extension MapGround {
  init(_ tile: MapTile) {
    self.init(
      streets: tile.streets.map { street in
        Street(
          kind: StreetClass(street.kind), name: street.name ?? "",
          points: street.line.points.map(MapPoint.init))
      },
      areas: tile.areas.map { area in
        Area(isWater: area.kind == .water, rings: area.rings.map { $0.points.map(MapPoint.init) })
      },
      attribution: tile.attribution ?? "")
  }
}

extension MapTile.PlaceKind {
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension MapGround.StreetClass {
  fileprivate init(_ kind: MapTile.StreetClass) {
    switch kind {
    case .local: self = .local
    case .collector: self = .collector
    case .major: self = .major
    case .motorway: self = .motorway
    }
  }
}

extension MapGround.Place.Kind {
  fileprivate init(_ kind: MapTile.PlaceKind) {
    switch kind {
    case .landmark, .station: self = .landmark
    case .city, .town, .suburb: self = .town
    case .water: self = .water
    }
  }
}
