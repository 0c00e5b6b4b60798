import Core

extension SQLitePlaceSearch {
  /// How many words are looked up in the index, so that a long query costs no more than a short one.
  private static let mostIndexedWords = 4
  private static let columns =
    "places.id, places.name, places.folded, places.latitude, places.longitude"

  /// Whether no more than ``few`` places match, counted in an index.
  func isFew(_ matches: PlaceMatches) throws(StoreFailure) -> Bool {
    let index = index(of: matches)
    var count: Int64 = 0
    try connection.forEach(
      "SELECT count(*) FROM (SELECT 1 FROM \(index.rows) LIMIT \(Self.few + 1))", index.values
    ) { row in
      count = row.integer(0)
      return false
    }
    return count <= Self.few
  }

  /// Reads all matches through their index.
  func all(_ matches: PlaceMatches) throws(StoreFailure) -> [FoundPlace] {
    let index = index(of: matches)
    let places =
      index.isOfWords
      ? "(SELECT rowid FROM \(index.rows)) AS found JOIN places ON places.number = found.rowid"
      : index.rows
    var found: [FoundPlace] = []
    try connection.forEach("SELECT \(Self.columns) FROM \(places)", index.values) { row in
      if let place = read(row, matches) { found.append(place) }
      return true
    }
    return found
  }

  /// Reads matches in the order of their distance until no nearer one can follow.
  func nearestFirst(
    _ near: Location, _ matches: PlaceMatches, limit: Int
  ) throws(StoreFailure) -> [FoundPlace] {
    var found: [FoundPlace] = []
    var farthest = 0.0
    try connection.forEach(
      """
      SELECT \(Self.columns) FROM place_points CROSS JOIN places USING (number)
      WHERE place_points.number MATCH nearest(?, ?)
      """, [.real(near.latitude), .real(near.longitude)]
    ) { row in
      guard let place = read(row, matches) else { return true }
      // The order is that of rounded points, so the next ones may be a little nearer.
      if found.count >= limit, place.distance > farthest + 2 * NearestFirst.rounding {
        return false
      }
      found.append(place)
      farthest = max(farthest, place.distance)
      return true
    }
    return found
  }

  /// Reads matches in alphabetical order until there are enough.
  func alphabetically(
    _ matches: PlaceMatches, limit: Int
  ) throws(StoreFailure) -> [FoundPlace] {
    let index = index(of: matches)
    var found: [FoundPlace] = []
    try connection.forEach(
      "SELECT \(Self.columns) FROM \(index.isOfWords ? "places" : index.rows) ORDER BY folded, id",
      index.isOfWords ? [] : index.values
    ) { row in
      if let place = read(row, matches) { found.append(place) }
      return found.count < limit
    }
    return found
  }

  private func index(of matches: PlaceMatches) -> Index {
    let text = query.text.text
    switch matches {
    case .just(.exact):
      return Index(rows: "places WHERE folded = ?", values: [.text(text)], isOfWords: false)
    case .just(.beginning):
      // No text that begins with the query comes after the query with the last code point.
      return Index(
        rows: "places WHERE folded > ? AND folded < ?",
        values: [.text(text), .text(text + "\u{10FFFF}")], isOfWords: false)
    case .just(.words), .any:
      // The longest words select the fewest places; the matcher sees to the others. Words consist
      // of letters, digits and marks, so quotation marks need no care.
      let words = Set(query.text.words).sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
      let selection = words.prefix(Self.mostIndexedWords).map { "\"\($0)\"*" }
      return Index(
        rows: "place_words WHERE place_words MATCH ?",
        values: [.text(selection.joined(separator: " "))],
        isOfWords: true)
    }
  }

  private func read(_ row: SQLiteRow, _ matches: PlaceMatches) -> FoundPlace? {
    guard let quality = matcher.quality(of: row.textBytes(2)), matches.contains(quality) else {
      return nil
    }
    let location = Location(nearestTo: row.real(3), row.real(4))
    let distance = query.near.map { $0.distance(to: location) }
    return FoundPlace(
      place: Place(
        id: row.identifier(0), name: row.text(1), location: location,
        distanceMeters: distance.map { Int($0.rounded()) }),
      folded: row.text(2), quality: quality, distance: distance ?? 0)
  }
}

/// A table with the conditions that select the matches through one of its indexes.
private struct Index {
  let rows: String
  let values: [SQLiteValue]
  /// Whether the table holds only numbers of places.
  let isOfWords: Bool
}
