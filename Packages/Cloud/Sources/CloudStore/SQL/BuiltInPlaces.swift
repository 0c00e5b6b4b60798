import Core

/// The places of a new cloud.
enum BuiltInPlaces {
  /// A few in Sydney, around the default location.
  static let sydney = [
    Place(
      id: Identifier("opera-house"), name: "Opera House",
      location: Location(nearestTo: -33.858667, 151.214028)),
    Place(
      id: Identifier("apple-store"), name: "Apple Store",
      location: Location(nearestTo: -33.868781, 151.206645)),
    Place(
      id: Identifier("100-george-street"), name: "100 George Street",
      location: Location(nearestTo: -33.858129, 151.209390)),
    Place(
      id: Identifier("moma"), name: "MOMA", location: Location(nearestTo: -33.859715, 151.209025)),
  ]

  /// Writes all of them in the running transaction, in the portions that an import would write.
  static func write(on connection: any SQLConnection) throws(StoreError) {
    var rest = sydney.map { ImportedPlace($0) }[...]
    while !rest.isEmpty {
      rest = rest.dropFirst(try connection.dialect.write(rest, on: connection).total)
    }
  }
}
