import CloudDomain
import Core

/// Writes places and their two indexes.
struct SQLitePlaceWriter {
  let connection: any SQLConnection
  private(set) var summary = PlaceImportSummary()

  /// Adds a place, or updates the one with its identifier where it differs.
  mutating func write(_ imported: ImportedPlace) throws(StoreError) {
    let (place, otherNames) = (imported.place, imported.otherNames)
    let known = try connection.first(Statements.known, ["id": place.id]) { row in
      let columns = row.columns(PlaceColumn.self)
      return (
        number: row.integer(PlaceColumn.count), folded: columns.text(.folded),
        otherNames: columns.text(.otherNames),
        isSame: columns.text(.name) == place.name && columns.text(.otherNames) == otherNames
          && columns.real(.latitude) == place.location.latitude
          && columns.real(.longitude) == place.location.longitude
      )
    }
    if known?.isSame == true {
      summary.skipped += 1
      return
    }
    if let known {
      let words: SQLArguments = [
        "number": known.number, "folded": known.folded, "other_names": known.otherNames,
      ]
      try connection.run(Statements.deleteWords, words)
    }
    let folded = AccentFoldedText(place.name).text
    let row = PlaceColumn.row([
      .id: place.id, .name: place.name, .folded: folded, .latitude: place.location.latitude,
      .longitude: place.location.longitude, .otherNames: otherNames,
    ])
    let number = try connection.first(Statements.upsert, row) { row in row.integer(0) }
    guard let number else { return }
    let entry: SQLArguments = [
      "number": number, "folded": folded, "other_names": otherNames,
      "latitude": place.location.latitude, "longitude": place.location.longitude,
    ]
    try connection.run(Statements.insertWords, entry)
    try connection.run(Statements.replacePoint, entry)
    if known == nil { summary.imported += 1 } else { summary.updated += 1 }
  }
}

private enum Statements {
  static let known: SQLStatement = "SELECT \(PlaceColumn.list), number FROM places WHERE id = :id"
  static let upsert = PlaceColumn.insert(
    """
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, folded = excluded.folded,
      latitude = excluded.latitude, longitude = excluded.longitude,
      other_names = excluded.other_names
    RETURNING number
    """)
  static let insertWords: SQLStatement = """
    INSERT INTO place_words (rowid, folded, other_names) VALUES (:number, :folded, :other_names)
    """
  static let deleteWords: SQLStatement = """
    INSERT INTO place_words (place_words, rowid, folded, other_names)
    VALUES ('delete', :number, :folded, :other_names)
    """
  static let replacePoint: SQLStatement = """
    INSERT OR REPLACE INTO place_points
    VALUES (:number, :latitude, :latitude, :longitude, :longitude)
    """
}
