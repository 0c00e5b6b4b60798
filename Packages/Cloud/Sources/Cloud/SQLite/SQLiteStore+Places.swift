package import Core

extension SQLiteStore: PlaceStore {
  package func place(_ id: Identifier<Place>) throws(StoreFailure) -> Place? {
    try database.read { (connection) throws(StoreFailure) in
      try connection.first(
        "SELECT name, latitude, longitude FROM places WHERE id = ?", .identifier(id)
      ) { row in
        Place(id: id, name: row.text(0), location: Location(nearestTo: row.real(1), row.real(2)))
      }
    }
  }

  package func places(matching query: PlaceQuery) throws(StoreFailure) -> [Place] {
    try database.read { (connection) throws(StoreFailure) in
      try SQLitePlaceSearch(connection: connection, query: query).run()
    }
  }

  package func importPlaces(
    from makeSource: @Sendable () throws(PlaceImportError) -> any PlaceSource
  ) throws(PlaceImportError) -> PlaceImportSummary {
    try database.write(
      { (connection) throws(PlaceImportError) in
        try Self.importPlaces(from: makeSource(), into: connection)
      }, orThrow: PlaceImportError.store)
  }

  private static func importPlaces(
    from source: any PlaceSource, into connection: SQLiteConnection
  ) throws(PlaceImportError) -> PlaceImportSummary {
    do throws(StoreFailure) {
      // The default of 2 MiB would push half-filled pages into the log again and again.
      try connection.execute("PRAGMA cache_size = -65536")
      try connection.begin()
    } catch {
      throw .store(error)
    }
    do throws(PlaceImportError) {
      let summary = try write(source, to: connection)
      try storing { () throws(StoreFailure) in try connection.commit() }
      return summary
    } catch {
      connection.rollBack()
      throw error
    }
  }

  private static func write(
    _ source: any PlaceSource, to connection: SQLiteConnection
  ) throws(PlaceImportError) -> PlaceImportSummary {
    var source = source
    var writer = SQLitePlaceWriter(connection: connection)
    while let place = try source.next() {
      try storing { () throws(StoreFailure) in try writer.write(place) }
    }
    return writer.summary
  }

  private static func storing(
    _ step: () throws(StoreFailure) -> Void
  ) throws(PlaceImportError) {
    do throws(StoreFailure) {
      try step()
    } catch {
      throw .store(error)
    }
  }
}
