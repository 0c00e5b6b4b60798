import CloudDomain
import Core

/// Finds places without looking at more of them than the answer needs.
///
/// Names that match in one way, such as those that begin with the query, are either few: then all
/// are read through their index and sorted. Or they are many: then they are so dense that the
/// first places in the wanted order, the nearest or the alphabetically first, soon hold enough.
///
/// Many matches that all come last in that order are neither. So that such a search costs no more
/// than others, it ends after ``mostExamined`` places, and what is missing is taken from the first
/// ``few`` matches in their index: the places found match, but nearer ones may exist.
struct SQLitePlaceSearch {
  /// How many matches are few. Reading that many takes about as long as looking at the places in
  /// their order until ten of 150 000 match.
  static let few = 1000
  /// The number of places examined in the requested order.
  static let mostExamined = 20_000
  /// How many words are looked up in the index, so that a long query costs no more than a short one.
  private static let mostIndexedWords = 4
  private let connection: any SQLConnection
  private let query: PlaceQuery
  private let matcher: NameMatcher
  /// The query as the statements' parameters.
  private let arguments: SQLArguments

  init(connection: any SQLConnection, query: PlaceQuery) {
    self.connection = connection
    self.query = query
    matcher = NameMatcher(query.text)
    let text = query.text.text
    // The longest words select the fewest places; the matcher sees to the others. Words consist
    // of letters, digits and marks, so quotation marks need no care.
    let words = Set(query.text.words).sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
    let selection = words.prefix(Self.mostIndexedWords).map { "\"\($0)\"*" }
    // No text that begins with the query comes after the query with the last code point.
    arguments = [
      "text": text, "end": text + "\u{10FFFF}", "words": selection.joined(separator: " "),
      "phrase": "other_names : \"\(text)\"",
      "latitude": query.near?.latitude ?? 0.0, "longitude": query.near?.longitude ?? 0.0,
    ]
  }

  func run() throws(StoreError) -> [Place] {
    if query.near != nil, query.ranking == .nearness {
      return try first(query.limit, of: nil)
    }
    var found: [Place] = []
    for quality in MatchQuality.allCases where found.count < query.limit {
      found += try first(query.limit - found.count, of: quality)
    }
    return found
  }

  /// Returns the nearest matches of a quality, or the alphabetically first for a query without a
  /// point; `nil` is any quality.
  private func first(_ limit: Int, of quality: MatchQuality?) throws(StoreError) -> [Place] {
    var best = BestPlaces(limit: limit)
    let isFew = try isFew(quality)
    if !isFew { try addInOrder(to: &best, of: quality) }
    if isFew || !best.isFull { try addAll(to: &best, of: quality) }
    return best.places.map(\.place)
  }

  /// Whether no more than ``few`` places match, counted in an index.
  private func isFew(_ quality: MatchQuality?) throws(StoreError) -> Bool {
    let count = try connection.first(
      Statements.of(quality).count, arguments.adding("limit", Self.few + 1)
    ) { row in row.integer(0) }
    return count ?? 0 <= Self.few
  }

  /// Adds the first ``few`` matches in their index.
  private func addAll(to best: inout BestPlaces, of quality: MatchQuality?) throws(StoreError) {
    let known = Set(best.places.map(\.place.id))
    try connection.run(Statements.of(quality).all, arguments.adding("limit", Self.few)) { row in
      if let match = match(row, quality), best.takes(match.distance) {
        let place = match.place
        if !known.contains(place.place.id) { best.add(place) }
      }
      return true
    }
  }

  /// Adds matches in the order of their distance or names until no better one can follow, or enough
  /// places were looked at.
  private func addInOrder(to best: inout BestPlaces, of quality: MatchQuality?) throws(StoreError) {
    var examined = 0
    let isAlphabetical = query.near == nil
    let statement = isAlphabetical ? Statements.of(quality).alphabetical : Statements.nearestFirst
    try connection.run(statement, arguments) { row in
      examined += 1
      guard let match = match(row, quality) else { return examined < Self.mostExamined }
      // The order is that of rounded points, so the next ones may be a little nearer.
      guard best.takes(match.distance - 2 * NearestNeighborFunction.rounding) else { return false }
      if best.takes(match.distance) { best.add(match.place) }
      return examined < Self.mostExamined && !(isAlphabetical && best.isFull)
    }
  }

  /// Returns how a place matches and how far it is; `nil` when it does not match as wanted.
  private func match(_ row: any SQLRow, _ wanted: MatchQuality?) -> Match? {
    let row = row.columns(PlaceColumn.self)
    let quality = matcher.quality(
      of: row.textBytes(.folded), otherNames: row.textBytes(.otherNames))
    guard let quality, quality == wanted ?? quality else { return nil }
    let location = row.location
    return Match(
      row: row, location: location, quality: quality,
      distanceFromPoint: query.near?.distance(to: location))
  }
}

/// A row of a place that matches; its texts are read only if it is kept.
private struct Match {
  let row: SQLColumns<PlaceColumn>
  let location: Location
  let quality: MatchQuality
  /// In meters; `nil` for a query without a point.
  let distanceFromPoint: Double?
  var distance: Double { distanceFromPoint ?? 0 }

  var place: FoundPlace {
    FoundPlace(
      place: Place(
        id: row.identifier(.id), name: row.text(.name), location: location,
        distanceMeters: distanceFromPoint.map { Int($0.rounded()) }),
      folded: row.text(.folded), quality: quality, distance: distance)
  }
}

/// A place that matches, with what decides its rank.
private struct FoundPlace {
  let place: Place
  let folded: String
  let quality: MatchQuality
  /// In meters; zero for a query without a point.
  let distance: Double

  static func precedes(_ left: FoundPlace, _ right: FoundPlace) -> Bool {
    guard left.distance == right.distance else { return left.distance < right.distance }
    return (left.quality, left.folded, left.place.id.rawValue)
      < (right.quality, right.folded, right.place.id.rawValue)
  }
}

/// The best places found so far, in their order.
private struct BestPlaces {
  let limit: Int
  private(set) var places: [FoundPlace] = []

  var isFull: Bool { places.count >= limit }

  /// Whether a place at a distance may be among the best.
  func takes(_ distance: Double) -> Bool {
    guard isFull, let last = places.last else { return true }
    return distance <= last.distance
  }

  /// Adds a place where it belongs; one too many falls off the end.
  mutating func add(_ place: FoundPlace) {
    let position = places.firstIndex { FoundPlace.precedes(place, $0) } ?? places.endIndex
    places.insert(place, at: position)
    if places.count > limit { places.removeLast() }
  }
}

/// The statements for matches of one quality.
private struct Statements {
  let count: SQLStatement
  let all: SQLStatement
  let alphabetical: SQLStatement
  private static let exact = Statements(
    places: """
      (SELECT number AS found FROM places WHERE folded = :text
        UNION SELECT rowid FROM place_words WHERE place_words MATCH :phrase)
      JOIN places ON places.number = found
      """)
  private static let beginning = Statements(places: "places WHERE folded > :text AND folded < :end")
  private static let words = Statements(
    matches: "place_words WHERE place_words MATCH :words",
    places: """
      (SELECT rowid FROM place_words WHERE place_words MATCH :words) AS found
      JOIN places ON places.number = found.rowid
      """, alphabetical: "places")

  static let nearestFirst: SQLStatement = """
    SELECT \(PlaceColumn.list) FROM place_points CROSS JOIN places USING (number)
    WHERE place_points.number MATCH nearest(:latitude, :longitude)
    """

  static func of(_ quality: MatchQuality?) -> Statements {
    switch quality {
    case .exact: exact
    case .beginning: beginning
    case .words, nil: words
    }
  }

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
