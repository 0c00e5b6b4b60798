import Core

/// Writes places and their two indexes.
struct SQLitePlaceWriter {
  let connection: any SQLConnection
  private(set) var summary = PlaceImportSummary()

  init(connection: any SQLConnection) { self.connection = connection }

  /// Adds a place, or updates the one with its identifier where it differs.
  mutating func write(_ place: Place) throws(StoreError) {
    let known = try connection.first(Statements.known, ["id": .identifier(place.id)]) { row in
      let columns = row.columns(PlaceColumn.self)
      return (
        number: row.integer(PlaceColumn.count), folded: columns.text(.folded),
        isSame: columns.text(.name) == place.name
          && columns.real(.latitude) == place.location.latitude
          && columns.real(.longitude) == place.location.longitude
      )
    }
    if known?.isSame == true {
      summary.skipped += 1
      return
    }
    if let known {
      let words: SQLArguments = ["number": .integer(known.number), "folded": .text(known.folded)]
      try connection.run(Statements.deleteWords, words)
    }
    let folded = place.value(of: .folded)
    let number = try connection.first(
      Statements.upsert,
      SQLArguments(PlaceColumn.self) { $0 == .folded ? folded : place.value(of: $0) }
    ) { row in row.integer(0) }
    guard let number else { return }
    let entry: SQLArguments = [
      "number": .integer(number), "folded": folded,
      "latitude": place.value(of: .latitude), "longitude": place.value(of: .longitude),
    ]
    try connection.run(Statements.insertWords, entry)
    try connection.run(Statements.replacePoint, entry)
    if known == nil { summary.imported += 1 } else { summary.updated += 1 }
  }
}

private enum Statements {
  static let known = SQLStatement("SELECT \(PlaceColumn.list), number FROM places WHERE id = :id")
  static let upsert = SQLStatement.insert(
    into: PlaceColumn.self,
    onConflict: """
      ON CONFLICT (id) DO UPDATE SET name = excluded.name, folded = excluded.folded,
        latitude = excluded.latitude, longitude = excluded.longitude
      RETURNING number
      """)
  static let insertWords = SQLStatement(
    "INSERT INTO place_words (rowid, folded) VALUES (:number, :folded)")
  static let deleteWords = SQLStatement(
    "INSERT INTO place_words (place_words, rowid, folded) VALUES ('delete', :number, :folded)")
  static let replacePoint = SQLStatement(
    """
    INSERT OR REPLACE INTO place_points
    VALUES (:number, :latitude, :latitude, :longitude, :longitude)
    """)
}
