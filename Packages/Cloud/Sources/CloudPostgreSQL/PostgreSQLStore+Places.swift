package import Cloud
package import Core

extension PostgreSQLStore: PlaceStore {
  package func place(_ id: Identifier<Place>) throws(StoreFailure) -> Place? {
    try pool.read { (connection) throws(PostgreSQLFailure) in
      try connection.first(
        "SELECT name, latitude, longitude FROM places WHERE id = $1", .identifier(id)
      ) { (row) throws(PostgreSQLFailure) in
        Place(
          id: id, name: row.text(0),
          location: Location(nearestTo: try row.real(1), try row.real(2)))
      }
    }
  }

  package func places(matching query: PlaceQuery) throws(StoreFailure) -> [Place] {
    try pool.read { (connection) throws(PostgreSQLFailure) in
      try PostgreSQLPlaceSearch(connection: connection, query: query).run()
    }
  }

  /// Imports on a connection of its own, so that nobody has to wait for one, and does not start
  /// again: a source that was read in part cannot be read from its beginning.
  package func importPlaces(
    from makeSource: @Sendable () throws(PlaceImportError) -> any PlaceSource
  ) throws(PlaceImportError) -> PlaceImportSummary {
    let connection: PostgreSQLConnection
    do throws(PostgreSQLFailure) {
      connection = try pool.open()
    } catch {
      throw .store(error.storeFailure)
    }
    return try PostgreSQLPlaceImport(connection: connection).run(makeSource())
  }
}
