extension CloudAPI {
  public static let mapTile = Endpoint<MapTileAddress, Empty, MapTile>(
    "mapTile", .get, "/map/{zoom}/{x}/{y}", access: .rider, cost: .longRead, limit: .longReads,
    isTagged: true,
    summary: "Returns the streets, waters, parks and names of one square of the map.")
}
