import CloudDomain
package import Core

/// A part of the map in one square: an area, or the name of a place.
package struct MapFeature: Sendable {
  /// The zoom of the squares.
  package static let zoom = 12
  let square: MapTileAddress
  let id: String
  var area: MapTile.Area?
  var place: MapTile.Place?

  package init(
    square: MapTileAddress, id: String, area: MapTile.Area? = nil, place: MapTile.Place? = nil
  ) {
    self.square = square
    self.id = id
    self.area = area
    self.place = place
  }
}

extension SQLStore {
  /// The most features of a square that a map shows.
  private static let most = 5000

  /// Returns the imported areas and names of a square.
  package func mapFeatures(in address: MapTileAddress) throws(StoreError) -> MapTile {
    let features: [(area: MapTile.Area?, place: MapTile.Place?)] = try all(
      Statements.features, Self.arguments(address.ancestor(zoom: MapFeature.zoom))
    ) { (row) throws(StoreError) in
      let row = row.columns(MapFeatureColumn.self)
      return (
        row.isNull(.area) ? nil : try row.json(.area),
        row.isNull(.place) ? nil : try row.json(.place)
      )
    }
    let bounds = MapBounds(address)
    return MapTile(
      areas: features.compactMap { feature in
        feature.area.flatMap { bounds.clip($0, tolerance: address.tolerance) }
      },
      places: features.compactMap(\.place).filter { place in
        place.kind.isShown(at: address.zoom)
          && MapTileAddress(containing: place.location, zoom: address.zoom) == address
      },
      attribution: features.isEmpty ? nil : MapTile.openStreetMap)
  }

  /// Returns the imported names in a square of zoom 12.
  package func mapPlaces(in square: MapTileAddress) throws(StoreError) -> [MapTile.Place] {
    try all(Statements.places, Self.arguments(square)) { (row) throws(StoreError) in
      try row.columns(MapFeatureColumn.self).json(.place)
    }
  }

  private static func arguments(_ square: MapTileAddress) -> SQLArguments {
    ["x": Int64(square.x), "y": Int64(square.y), "most": Int64(most)]
  }

  /// Writes features in one transaction; those of the same identifiers that were there are gone, in
  /// other squares as well.
  package func write(_ features: [MapFeature]) throws(StoreError) {
    guard !features.isEmpty else { return }
    try database.write { (connection, _) throws(StoreError) in
      for id in Set(features.map(\.id)) {
        try connection.enqueue(Statements.remove, ["id": id])
      }
      for feature in features {
        try connection.enqueue(Statements.write, feature.row())
      }
    }
  }
}

private enum Statements {
  static let features = MapFeatureColumn.select(
    "WHERE x = :x AND y = :y ORDER BY place IS NULL, id LIMIT :most")
  static let places = MapFeatureColumn.select(
    "WHERE x = :x AND y = :y AND place IS NOT NULL ORDER BY id LIMIT :most")
  static let remove: SQLStatement = "DELETE FROM map_features WHERE id = :id"
  static let write = MapFeatureColumn.insert(
    "ON CONFLICT (x, y, id) DO UPDATE SET area = excluded.area, place = excluded.place")
}

enum MapFeatureColumn: Int32, SQLColumn {
  case x, y, id, area, place
  static let table = "map_features"
}

extension MapFeature {
  fileprivate func row() throws(StoreError) -> SQLArguments {
    MapFeatureColumn.row([
      .x: Int64(square.x), .y: Int64(square.y), .id: id, .area: try SQLValue.json(area),
      .place: try SQLValue.json(place),
    ])
  }
}
