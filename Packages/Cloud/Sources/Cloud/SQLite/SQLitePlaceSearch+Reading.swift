import Core

extension SQLitePlaceSearch {
  /// How many words are looked up in the index, so that a long query costs no more than a short one.
  private static let mostIndexedWords = 4

  /// Whether no more than ``few`` places match, counted in an index.
  func isFew(_ matches: PlaceMatches) throws(StoreError) -> Bool {
    let count = try connection.first(
      statements(matches).count, arguments.adding("limit", .number(Self.few + 1))
    ) { row in row.integer(0) }
    return count ?? 0 <= Self.few
  }

  /// Reads the first ``few`` matches through their index.
  func all(_ matches: PlaceMatches) throws(StoreError) -> [FoundPlace] {
    var found: [FoundPlace] = []
    try connection.run(
      statements(matches).all, arguments.adding("limit", .number(Self.few))
    ) { row in
      if let place = read(row, matches) { found.append(place) }
      return true
    }
    return found
  }

  /// Reads matches in the order of their distance until no nearer one can follow, or enough places
  /// were looked at.
  func nearestFirst(
    _ near: Location, _ matches: PlaceMatches, limit: Int
  ) throws(StoreError) -> [FoundPlace] {
    var found: [FoundPlace] = []
    var farthest = 0.0
    var examined = 0
    try connection.run(
      PlaceStatements.nearestFirst,
      ["latitude": .real(near.latitude), "longitude": .real(near.longitude)]
    ) { row in
      examined += 1
      guard let place = read(row, matches) else { return examined < Self.mostExamined }
      // The order is that of rounded points, so the next ones may be a little nearer.
      if found.count >= limit, place.distance > farthest + 2 * NearestNeighborFunction.rounding {
        return false
      }
      found.append(place)
      farthest = max(farthest, place.distance)
      return examined < Self.mostExamined
    }
    return found
  }

  /// Reads matches in alphabetical order up to the limit of results or of examined places.
  func alphabetically(
    _ matches: PlaceMatches, limit: Int
  ) throws(StoreError) -> [FoundPlace] {
    var found: [FoundPlace] = []
    var examined = 0
    try connection.run(statements(matches).alphabetical, arguments) { row in
      examined += 1
      if let place = read(row, matches) { found.append(place) }
      return found.count < limit && examined < Self.mostExamined
    }
    return found
  }

  private func statements(_ matches: PlaceMatches) -> PlaceStatements {
    switch matches {
    case .just(.exact): .exact
    case .just(.beginning): .beginning
    case .just(.words), .any: .words
    }
  }

  /// The query as the statements' parameters.
  private var arguments: SQLArguments {
    let text = query.text.text
    // The longest words select the fewest places; the matcher sees to the others. Words consist
    // of letters, digits and marks, so quotation marks need no care.
    let words = Set(query.text.words).sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
    let selection = words.prefix(Self.mostIndexedWords).map { "\"\($0)\"*" }
    // No text that begins with the query comes after the query with the last code point.
    return [
      "text": .text(text), "end": .text(text + "\u{10FFFF}"),
      "words": .text(selection.joined(separator: " ")),
    ]
  }

  private func read(_ row: any SQLRow, _ matches: PlaceMatches) -> FoundPlace? {
    let row = row.columns(PlaceColumn.self)
    guard let quality = matcher.quality(of: row.textBytes(.folded)), matches.contains(quality)
    else { return nil }
    let location = row.location
    let distance = query.near.map { $0.distance(to: location) }
    return FoundPlace(
      place: Place(
        id: row.identifier(.id), name: row.text(.name), location: location,
        distanceMeters: distance.map { Int($0.rounded()) }),
      folded: row.text(.folded), quality: quality, distance: distance ?? 0)
  }
}

/// The statements of one kind of match.
private struct PlaceStatements {
  let count: SQLStatement
  let all: SQLStatement
  let alphabetical: SQLStatement

  static let exact = PlaceStatements(places: "places WHERE folded = :text")
  static let beginning = PlaceStatements(places: "places WHERE folded > :text AND folded < :end")
  static let words = PlaceStatements(
    matches: "place_words WHERE place_words MATCH :words",
    places: """
      (SELECT rowid FROM place_words WHERE place_words MATCH :words) AS found
      JOIN places ON places.number = found.rowid
      """, alphabetical: "places")

  static let nearestFirst = SQLStatement(
    """
    SELECT \(PlaceColumn.list) FROM place_points CROSS JOIN places USING (number)
    WHERE place_points.number MATCH nearest(:latitude, :longitude)
    """)

  private init(places: String) {
    self.init(matches: places, places: places, alphabetical: places)
  }

  private init(matches: String, places: String, alphabetical: String) {
    count = SQLStatement("SELECT count(*) FROM (SELECT 1 FROM \(matches) LIMIT :limit)")
    all = SQLStatement("SELECT \(PlaceColumn.list) FROM \(places) LIMIT :limit")
    self.alphabetical = SQLStatement(
      "SELECT \(PlaceColumn.list) FROM \(alphabetical) ORDER BY folded, places.id")
  }
}
