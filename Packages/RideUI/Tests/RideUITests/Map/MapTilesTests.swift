import BasicsTesting
import Core
import CoreTesting
import Observation
import RideUI
import Terminal
import TerminalTesting
import Testing

@MainActor
struct MapTilesTests {
  private static let tile = MapTile(
    streets: [
      MapTile.Street(
        kind: .major, name: "George Street",
        line: MapLine([
          Location(nearestTo: -33.8643, 151.19), Location(nearestTo: -33.8643, 151.22),
        ]))
    ],
    places: [
      MapTile.Place(
        kind: .station, name: "Wynyard", location: Location(nearestTo: -33.8657, 151.2062))
    ], attribution: MapTile.openStreetMap)

  private let clock = ManualWallClock()
  private let view = MapView(
    focus: [
      MapPoint(latitude: -33.860, longitude: 151.205),
      MapPoint(latitude: -33.868, longitude: 151.214),
    ])

  private func makeTiles(
    _ tile: Result<MapTile, CloudError> = .success(tile)
  ) -> (tiles: MapTiles, cloud: FakeTileCloud) {
    let cloud = FakeTileCloud(tile)
    return (MapTiles(wallClock: clock, request: cloud.mapTile(_:unlessTagged:)), cloud)
  }

  private func drawn(_ tiles: MapTiles, _ view: MapView? = nil) -> Frame {
    var frame = Frame(size: TerminalSize(columns: 80, rows: 24))
    tiles.draw(view ?? self.view, in: &frame, frame.region)
    return frame
  }

  /// Loads what was drawn, up to a square.
  private func load(
    _ tiles: MapTiles, from cloud: FakeTileCloud, upTo isLast: (MapTileAddress) -> Bool
  ) async throws {
    let loading = Task { await tiles.load() }
    while let square = try await cloud.requests.next("a request for a square"), !isLast(square) {}
    loading.cancel()
    _ = try await loading.outcome()
  }

  @Test func `What comes into view is loaded, once`() async throws {
    let (tiles, cloud) = makeTiles()
    #expect(!drawn(tiles).text.contains("George Street"))

    try await load(tiles, from: cloud) {
      $0 == MapTileAddress(containing: .defaultLocation, zoom: 14)
    }

    #expect(cloud.tiles.count == Set(cloud.tiles).count)
    #expect(cloud.tiles.contains(MapTileAddress(containing: .defaultLocation, zoom: 14)))
  }

  @Test func `The map is drawn with what is loaded, its names and its source`() async {
    let (tiles, cloud) = makeTiles()
    await tiles.load(around: [.defaultLocation])
    let text = drawn(tiles).text

    #expect(cloud.tiles == [MapTileAddress(containing: .defaultLocation, zoom: 14)])
    #expect(text.contains("George Street"))
    #expect(text.contains("▪ Wynyard"))
    #expect(text.contains("© OpenStreetMap contributors"))
    #expect(tiles.name(near: .defaultLocation) == "near Wynyard")
    #expect(tiles.name(near: Location(nearestTo: 0, 0)) == nil)
  }

  @Test func `A coarser square stands for those that are missing`() async throws {
    let (tiles, cloud) = makeTiles()
    let wide = MapView(
      focus: [
        MapPoint(latitude: -33.80, longitude: 151.10),
        MapPoint(latitude: -33.92, longitude: 151.30),
      ])
    _ = drawn(tiles, wide)
    try await load(tiles, from: cloud) {
      $0 == MapTileAddress(containing: .defaultLocation, zoom: 12)
    }

    #expect(drawn(tiles).text.contains("George Street"))
  }

  @Test func `Squares that cannot be loaded are asked for again after a while`() async {
    let (tiles, cloud) = makeTiles(.failure(.unreachable(reason: "no route")))
    let square = MapTileAddress(containing: .defaultLocation, zoom: 14)
    await tiles.load(around: [.defaultLocation])
    await tiles.load(around: [.defaultLocation])

    #expect(cloud.tiles == [square, square])
    #expect(tiles.ground(around: [.defaultLocation]) == MapGround())
    #expect(tiles.name(near: .defaultLocation) == nil)
  }

  /// Returns once something is known of the squares that were drawn.
  private func nextAnswer(_ tiles: MapTiles) async throws {
    let (answers, answer) = AsyncStream<Void>.makeStream()
    withObservationTracking {
      _ = tiles.name(near: .defaultLocation)
    } onChange: {
      answer.yield()
    }
    _ = try await answers.next("an answer about a square")
  }

  @Test func `A map that could not be loaded is tried again while it is drawn`() async throws {
    let (tiles, cloud) = makeTiles(.failure(.unreachable(reason: "no route")))
    #expect(drawn(tiles).isLoading)
    let loading = Task { await tiles.load() }
    try await nextAnswer(tiles)
    let count = cloud.tiles.count
    #expect(!drawn(tiles).isLoading)
    clock.advance(by: .seconds(11))
    #expect(drawn(tiles).isLoading)
    try await nextAnswer(tiles)
    loading.cancel()
    _ = try await loading.outcome()

    #expect(count > 0)
    #expect(cloud.tiles.count == 2 * count)
  }

  @Test func `A view of a whole country asks for nothing, one of a city for each of its squares`() {
    let (tiles, cloud) = makeTiles()
    func view(_ degrees: Double) -> MapView {
      MapView(focus: [
        MapPoint(latitude: -33.86 - degrees, longitude: 151.21 - degrees),
        MapPoint(latitude: -33.86 + degrees, longitude: 151.21 + degrees),
      ])
    }

    #expect(!drawn(tiles, view(2)).isLoading)
    #expect(!drawn(tiles, view(40)).isLoading)
    #expect(drawn(tiles, view(0.1)).isLoading)
    #expect(drawn(tiles, view(0.001)).isLoading)
    #expect(cloud.tiles.isEmpty)
  }

  @Test func `A screen that is left does not keep the next one from its map`() async throws {
    let gate = Gate()
    let cloud = FakeTileCloud(.failure(.unreachable(reason: "cancelled")), gate: gate)
    let tiles = MapTiles(wallClock: clock, request: cloud.mapTile(_:unlessTagged:))
    _ = drawn(tiles)
    let loading = Task { await tiles.load() }
    _ = try await cloud.requests.next("a request for a square")
    loading.cancel()
    await gate.open()
    _ = try await loading.outcome()

    #expect(drawn(tiles).isLoading)
  }
}
