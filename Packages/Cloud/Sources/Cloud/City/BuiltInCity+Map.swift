import Core

extension BuiltInCity {
  /// Returns what a map shows in a square.
  func tile(_ address: MapTileAddress) -> MapTile {
    let bounds = MapBounds(address)
    return MapTile(
      streets: streets.filter { $0.kind.isShown(at: address.zoom) }.flatMap { street in
        bounds.parts(of: street.corners.map { corners[Int($0)] }).map { part in
          MapTile.Street(kind: street.kind, name: street.name, line: MapLine(part))
        }
      },
      areas: areas.compactMap { bounds.clip($0, tolerance: address.tolerance) },
      places: places.filter { place in
        place.kind.isShown(at: address.zoom)
          && MapTileAddress(containing: place.location, zoom: address.zoom) == address
      })
  }
}
