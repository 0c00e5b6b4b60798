import Cloud
import Core
import Glibc

/// Finds places with the database's own indexes: a B-tree of folded names, a GIN of their words,
/// and a GiST of their spots that gives the nearest first.
///
/// Matches are either few: then all are found in their index and sorted by distance. Or they are
/// many: then the nearest places soon hold enough of them. Many matches that are all far are
/// neither; of them some are found, so that such a search costs little more than others.
struct PostgreSQLPlaceSearch {
  /// How many matches are few.
  static let few = 500
  /// How many of the nearest places are looked at.
  static let mostExamined = 20_000
  private typealias Matches = (condition: String, order: String)
  /// The conditions for a match, the best first; no place meets two. The order of names makes the
  /// planner use their index.
  private static let qualities: [Matches] = [
    ("folded = :text", "ORDER BY folded"),
    ("folded > :text AND folded < :end", "ORDER BY folded"),
    ("words @@ :words::tsquery AND NOT (folded >= :text AND folded < :end)", ""),
  ]

  let connection: any SQLConnection
  let query: PlaceQuery

  func run() throws(StoreError) -> [Place] {
    if let near = query.near, query.ranking == .nearness {
      return try nearest(to: near, ("words @@ :words::tsquery", ""), limit: query.limit)
    }
    var found: [Place] = []
    for matches in Self.qualities where found.count < query.limit {
      let limit = query.limit - found.count
      if let near = query.near {
        found += try nearest(to: near, matches, limit: limit)
      } else {
        found += try places(
          """
          SELECT \(PlaceColumn.list) FROM places WHERE \(matches.condition)
          ORDER BY folded, id COLLATE "C" LIMIT \(limit)
          """)
      }
    }
    return found
  }

  /// Returns the nearest places and, among equally near ones, the best matches first.
  private func nearest(
    to near: Location, _ matches: Matches, limit: Int
  ) throws(StoreError) -> [Place] {
    let places = "SELECT *, spot <-> '\(spot(of: near))'::cube AS distance FROM places"
    return try self.places(
      """
      WITH few AS MATERIALIZED (
        \(places) WHERE \(matches.condition) \(matches.order) LIMIT \(Self.few + 1)
      ), nearest AS (
        SELECT * FROM (\(places) ORDER BY distance LIMIT \(Self.mostExamined)) AS places
        WHERE \(matches.condition) AND (SELECT count(*) FROM few) > \(Self.few)
        ORDER BY distance FETCH FIRST \(limit) ROWS WITH TIES
      )
      SELECT \(PlaceColumn.list) FROM (SELECT * FROM few UNION SELECT * FROM nearest) AS places
      ORDER BY distance, folded <> :text, NOT (folded >= :text AND folded < :end), folded,
        id COLLATE "C" LIMIT \(limit)
      """)
  }

  /// Runs a statement with a plan for just this query: it depends on how many places match.
  private func places(_ sql: String) throws(StoreError) -> [Place] {
    let text = query.text.text
    let arguments: SQLArguments = [
      "text": .text(text), "end": .text(text + "\u{10FFFF}"), "words": .text(words),
    ]
    return try connection.all(SQLStatement(once: sql), arguments) { row in
      let row = row.columns(PlaceColumn.self)
      let location = row.location
      return Place(
        id: row.identifier(.id), name: row.text(.name), location: location,
        distanceMeters: query.near.map { Int($0.distance(to: location).rounded()) })
    }
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
