import Core
import CoreTesting
import Synchronization

/// A cloud with one square of the map for all addresses, which records the questions.
final class FakeTileCloud: Sendable {
  private let asked = Mutex<[MapTileAddress]>([])
  private let tile: Result<MapTile, CloudError>
  private let gate: Gate?
  /// The squares of the map, as they are asked for.
  let (requests, request) = AsyncStream.makeStream(of: MapTileAddress.self)

  /// - Parameter gate: Where questions wait after they were recorded.
  init(_ tile: Result<MapTile, CloudError> = .success(MapTile()), gate: Gate? = nil) {
    self.tile = tile
    self.gate = gate
  }

  /// The squares that were asked for.
  var tiles: [MapTileAddress] { asked.withLock { $0 } }

  func mapTile(
    _ address: MapTileAddress, unlessTagged entityTag: String?
  ) async throws(CloudError) -> TaggedResponse<MapTile>? {
    asked.withLock { $0.append(address) }
    request.yield(address)
    await gate?.pass()
    let tile = try tile.get()
    return entityTag == nil ? TaggedResponse(response: tile, entityTag: "1") : nil
  }
}
