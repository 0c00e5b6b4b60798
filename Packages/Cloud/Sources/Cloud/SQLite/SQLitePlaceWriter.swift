import Core

/// Writes places and their two indexes.
struct SQLitePlaceWriter {
  let connection: any SQLConnection
  private(set) var summary = PlaceImportSummary()

  init(connection: any SQLConnection) {
    self.connection = connection
  }

  /// Adds a place, or updates the one with its identifier where it differs.
  mutating func write(_ place: Place) throws(StoreError) {
    let known = try connection.first(Statements.known, ["id": .identifier(place.id)]) { row in
      let columns = row.columns(PlaceColumn.self)
      return Known(
        number: row.integer(PlaceColumn.count), folded: columns.text(.folded),
        isSame: columns.text(.name) == place.name
          && columns.real(.latitude) == place.location.latitude
          && columns.real(.longitude) == place.location.longitude)
    }
    guard let known else {
      try insert(place)
      summary.imported += 1
      return
    }
    guard !known.isSame else {
      summary.skipped += 1
      return
    }
    try update(place, known: known)
    summary.updated += 1
  }

  private struct Known {
    let number: Int64
    let folded: String
    let isSame: Bool
  }

  private func insert(_ place: Place) throws(StoreError) {
    let number = try connection.first(
      Statements.insert, SQLArguments(PlaceColumn.self, value: place.value)
    ) { row in row.integer(0) }
    guard let number else { return }
    try connection.run(Statements.insertWords, words(AccentFoldedText(place.name).text, number))
    try connection.run(Statements.insertPoint, point(place, number))
  }

  private func update(_ place: Place, known: Known) throws(StoreError) {
    let folded = AccentFoldedText(place.name).text
    try connection.run(Statements.deleteWords, words(known.folded, known.number))
    try connection.run(
      Statements.update,
      [
        "name": .text(place.name), "folded": .text(folded),
        "latitude": .real(place.location.latitude), "longitude": .real(place.location.longitude),
        "number": .integer(known.number),
      ])
    try connection.run(Statements.insertWords, words(folded, known.number))
    try connection.run(Statements.updatePoint, point(place, known.number))
  }

  private func words(_ folded: String, _ number: Int64) -> SQLArguments {
    ["number": .integer(number), "folded": .text(folded)]
  }

  private func point(_ place: Place, _ number: Int64) -> SQLArguments {
    [
      "number": .integer(number), "latitude": .real(place.location.latitude),
      "longitude": .real(place.location.longitude),
    ]
  }
}

private enum Statements {
  static let known = SQLStatement(
    "SELECT \(PlaceColumn.list), number FROM places WHERE id = :id")
  static let insert = SQLStatement.insert(into: PlaceColumn.self, onConflict: "RETURNING number")
  static let update = SQLStatement(
    """
    UPDATE places SET name = :name, folded = :folded, latitude = :latitude,
      longitude = :longitude WHERE number = :number
    """)
  static let insertWords = SQLStatement(
    "INSERT INTO place_words (rowid, folded) VALUES (:number, :folded)")
  static let deleteWords = SQLStatement(
    "INSERT INTO place_words (place_words, rowid, folded) VALUES ('delete', :number, :folded)")
  static let insertPoint = SQLStatement(
    "INSERT INTO place_points VALUES (:number, :latitude, :latitude, :longitude, :longitude)")
  static let updatePoint = SQLStatement(
    """
    UPDATE place_points SET min_latitude = :latitude, max_latitude = :latitude,
      min_longitude = :longitude, max_longitude = :longitude WHERE number = :number
    """)
}
