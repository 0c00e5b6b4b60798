package import Core

/// SQLite: one writer at a time, full text by FTS5, points by an R*Tree.
package struct SQLiteDialect: SQLDialect {
  /// How long one transaction of an import may take: so long the riders' requests wait for it.
  private static let importTime = Duration.milliseconds(20)

  package var parameterPrefix: String { "?" }
  package var hasConcurrentWriters: Bool { false }
  package var skippingLockedRows: String { "" }
  package var elementsOfList: String { "SELECT value FROM json_each(:list)" }
  package var jsonObject: String { "json_object" }

  package func hasOtherThanASCII(_ column: String) -> String { "\(column) GLOB '*[^ -~]*'" }

  package func places(
    matching query: PlaceQuery, on connection: any SQLConnection
  ) throws(StoreError) -> [Place] {
    try SQLitePlaceSearch(connection: connection, query: query).run()
  }

  package func write(
    _ places: ArraySlice<Place>, on connection: any SQLConnection
  ) throws(StoreError) -> PlaceImportSummary {
    var writer = SQLitePlaceWriter(connection: connection)
    let end = ContinuousClock.now + Self.importTime
    for place in places {
      try writer.write(place)
      guard ContinuousClock.now < end else { break }
    }
    return writer.summary
  }

  package func finishImport(on connection: any SQLConnection) throws(StoreError) {}
}
