import CloudDomain
import CloudStore
import Core
import Glibc

/// Finds places with the database's own indexes: a B-tree of folded names, a GIN of their words,
/// and a GiST of their spots that gives the nearest first.
///
/// Matches are either few: then all are found in their index and sorted by distance. Or they are
/// many: then the nearest places soon hold enough of them. The planner cannot know which: it takes
/// matches to be everywhere, and reads every place in the order of distance where they are not. So
/// no more than ``mostExamined`` places are looked at in that order, and what is missing is taken
/// from the first ``mostSorted`` matches in their index.
struct PostgreSQLPlaceSearch {
  /// How many matches are few.
  static let few = 500
  /// How many of the nearest places are looked at.
  static let mostExamined = 1000
  /// How many matches are sorted by distance.
  static let mostSorted = 5000

  /// The condition for a match.
  private enum Matches: CaseIterable {
    // The best first; no place meets two of them.
    case exact, beginning, others

    static let all = "words @@ :words::tsquery"
    private static let otherName = "string_to_array(other_names, E'\\n') @> ARRAY[:text]::text[]"

    var condition: String {
      switch self {
      case .exact: "(folded = :text OR \(Self.otherName))"
      case .beginning: "folded > :text AND folded < :end AND NOT \(Self.otherName)"
      case .others:
        "\(Self.all) AND NOT (folded >= :text AND folded < :end) AND NOT \(Self.otherName)"
      }
    }
  }

  let connection: any SQLConnection
  let query: PlaceQuery

  func run() throws(StoreError) -> [Place] {
    if let near = query.near, query.ranking == .nearness {
      return try nearest(to: near, Matches.all, limit: query.limit)
    }
    var found: [Place] = []
    for matches in Matches.allCases where found.count < query.limit {
      let limit = query.limit - found.count
      guard let near = query.near else {
        // Two indexes find exact matches. An order that one of them has would be taken for a reason to
        // read all of that one.
        let order = matches == .exact ? "folded || ''" : "folded"
        found += try places(
          """
          SELECT \(PlaceColumn.list) FROM places WHERE \(matches.condition)
          ORDER BY \(order), id COLLATE "C" LIMIT \(limit)
          """)
        continue
      }
      let areFew = matches == .others ? false : try areFew(matches)
      if areFew {
        found += try known(nearestTo: near, matches.condition, limit: limit)
      } else {
        found += try nearest(to: near, matches.condition, limit: limit)
      }
    }
    return found
  }

  /// Whether no more than ``few`` names match, counted in their index. An index of words is no help:
  /// it finds all matches before it gives the first.
  private func areFew(_ matches: Matches) throws(StoreError) -> Bool {
    let order = matches == .exact ? "" : "ORDER BY folded"
    let counted = "SELECT 1 FROM places WHERE \(matches.condition) \(order)"
    let count = try connection.first(
      SQLStatement(once: "SELECT count(*) FROM (\(counted) LIMIT \(Self.few + 1)) AS places"),
      arguments
    ) { row in row.integer(0) }
    return count ?? 0 <= Self.few
  }

  /// Returns the nearest matches: those among the nearest places, then others.
  private func nearest(
    to near: Location, _ condition: String, limit: Int
  ) throws(StoreError) -> [Place] {
    let found = try sorted(
      """
      SELECT * FROM (
        \(places(near)) ORDER BY distance LIMIT \(Self.mostExamined)
      ) AS places WHERE \(condition) ORDER BY distance FETCH FIRST \(limit) ROWS WITH TIES
      """, limit: limit)
    guard found.count < limit else { return found }
    // None that is not among the nearest places is nearer.
    let nearest = Set(found.map(\.id))
    let others = try known(nearestTo: near, condition, limit: limit)
      .filter { !nearest.contains($0.id) }
    return found + others.prefix(limit - found.count)
  }

  /// Returns the nearest of the first ``mostSorted`` matches in their index.
  private func known(
    nearestTo near: Location, _ condition: String, limit: Int
  ) throws(StoreError) -> [Place] {
    try sorted("\(places(near)) WHERE \(condition) LIMIT \(Self.mostSorted)", limit: limit)
  }

  /// Returns the nearest of the places of a statement and, among equally near ones, the best matches
  /// first.
  private func sorted(_ statement: String, limit: Int) throws(StoreError) -> [Place] {
    try places(
      """
      SELECT \(PlaceColumn.list) FROM (\(statement)) AS places
      ORDER BY distance, folded <> :text, NOT (folded >= :text AND folded < :end), folded,
        id COLLATE "C" LIMIT \(limit)
      """)
  }

  private func places(_ near: Location) -> String {
    "SELECT \(PlaceColumn.list), words, spot <-> '\(spot(of: near))'::cube AS distance FROM places"
  }

  /// Runs a statement with a plan for just this query: it depends on how many places match.
  private func places(_ sql: String) throws(StoreError) -> [Place] {
    try connection.all(SQLStatement(once: sql), arguments) { row in
      let row = row.columns(PlaceColumn.self)
      let location = row.location
      return Place(
        id: row.identifier(.id), name: row.text(.name), location: location,
        distanceMeters: query.near.map { Int($0.distance(to: location).rounded()) })
    }
  }

  private var arguments: SQLArguments {
    let text = query.text.text
    return ["text": text, "end": text + "\u{10FFFF}", "words": words]
  }

  /// Lexemes that begin with the words. They are letters, digits and marks, so quotation marks
  /// need no care; the cast takes them as they are, without a dictionary.
  private var words: String {
    Set(query.text.words).sorted().map { "'\($0)':*" }.joined(separator: " & ")
  }

  /// A point as the column `spot` has it.
  private func spot(of point: Location) -> String {
    let (latitude, longitude) = (point.latitude * .pi / 180, point.longitude * .pi / 180)
    let (x, y) = (cos(latitude) * cos(longitude), cos(latitude) * sin(longitude))
    return "(\(x), \(y), \(sin(latitude)))"
  }
}
