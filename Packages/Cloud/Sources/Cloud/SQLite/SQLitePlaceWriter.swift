import Core

/// Writes places and their two indexes.
struct SQLitePlaceWriter {
  let connection: SQLiteConnection
  private(set) var summary = PlaceImportSummary()

  init(connection: SQLiteConnection) {
    self.connection = connection
  }

  /// Adds a place, or updates the one with its identifier where it differs.
  mutating func write(_ place: Place) throws(StoreFailure) {
    let known = try connection.first(
      "SELECT number, name, folded, latitude, longitude FROM places WHERE id = ?",
      .identifier(place.id)
    ) { row in
      Known(
        number: row.integer(0), folded: row.text(2),
        isSame: row.text(1) == place.name && row.real(3) == place.location.latitude
          && row.real(4) == place.location.longitude)
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

  private func insert(_ place: Place) throws(StoreFailure) {
    let folded = FoldedText(place.name).text
    let latitude = place.location.latitude
    let longitude = place.location.longitude
    try connection.run(
      "INSERT INTO places (id, name, folded, latitude, longitude) VALUES (?, ?, ?, ?, ?)",
      .identifier(place.id), .text(place.name), .text(folded), .real(latitude), .real(longitude))
    let number = connection.lastInsertedRow
    try insertWords(folded, number: number)
    try connection.run(
      "INSERT INTO place_points VALUES (?1, ?2, ?2, ?3, ?3)",
      .integer(number), .real(latitude), .real(longitude))
  }

  private func update(_ place: Place, known: Known) throws(StoreFailure) {
    let folded = FoldedText(place.name).text
    let latitude = place.location.latitude
    let longitude = place.location.longitude
    try connection.run(
      "INSERT INTO place_words (place_words, rowid, folded) VALUES ('delete', ?, ?)",
      .integer(known.number), .text(known.folded))
    try connection.run(
      "UPDATE places SET name = ?, folded = ?, latitude = ?, longitude = ? WHERE number = ?",
      .text(place.name), .text(folded), .real(latitude), .real(longitude),
      .integer(known.number))
    try insertWords(folded, number: known.number)
    try connection.run(
      """
      UPDATE place_points SET min_latitude = ?2, max_latitude = ?2, min_longitude = ?3,
        max_longitude = ?3 WHERE number = ?1
      """, .integer(known.number), .real(latitude), .real(longitude))
  }

  private func insertWords(_ folded: String, number: Int64) throws(StoreFailure) {
    try connection.run(
      "INSERT INTO place_words (rowid, folded) VALUES (?, ?)", .integer(number), .text(folded))
  }
}
