import Cloud
import Core
import Glibc

/// Finds places with the database's own indexes: a B-tree of folded names, a GIN of their words,
/// and a GiST of their spots that gives the nearest first.
struct PostgreSQLPlaceSearch {
  let connection: any SQLConnection
  let query: PlaceQuery

  func run() throws(StoreFailure) -> [Place] {
    if query.near != nil, query.ranking == .nearness {
      return try find(Self.isAny, limit: query.limit)
    }
    var found: [Place] = []
    for condition in [Self.isExact, Self.isBeginning, Self.isWords]
    where found.count < query.limit {
      found += try find(condition, limit: query.limit - found.count)
    }
    return found
  }

  private static let isExact = "folded = :text"
  private static let isBeginning = "folded > :text AND folded < :end"
  private static let isAny = "words @@ :words::tsquery"
  private static let isWords =
    "words @@ :words::tsquery AND NOT (folded >= :text AND folded < :end)"

  private func find(_ condition: String, limit: Int) throws(StoreFailure) -> [Place] {
    // A plan for just these values: it depends on how many places match.
    let statement = SQLStatement(
      once: """
        SELECT \(PlaceColumn.list) FROM places
        WHERE \(condition) AND (:text::text, :end::text, :words::text) IS NOT NULL
        ORDER BY \(order) LIMIT \(limit)
        """)
    let text = query.text.text
    return try connection.all(
      statement,
      [
        "text": .text(text), "end": .text(text + "\u{10FFFF}"), "words": .text(words),
        "spot": .text(spot),
      ]
    ) { row in place(row.columns(PlaceColumn.self)) }
  }

  /// By nearness where there is a point, and then, as among equals, by match, name and identifier.
  private var order: String {
    let quality = """
      CASE WHEN folded = :text THEN 0 WHEN folded >= :text AND folded < :end THEN 1 ELSE 2 END
      """
    let nearness = query.near == nil ? "" : "spot <-> :spot::cube, "
    return "\(nearness)\(quality), folded, id COLLATE \"C\""
  }

  /// Lexemes that begin with the words. They are letters, digits and marks, so quotation marks
  /// need no care; the cast takes them as they are, without a dictionary.
  private var words: String {
    Set(query.text.words).sorted().map { "'\($0)':*" }.joined(separator: " & ")
  }

  /// The point from which nearness is measured, as the column `spot` has it.
  private var spot: String {
    guard let near = query.near else { return "" }
    let (latitude, longitude) = (near.latitude * .pi / 180, near.longitude * .pi / 180)
    let (x, y) = (cos(latitude) * cos(longitude), cos(latitude) * sin(longitude))
    return "(\(x), \(y), \(sin(latitude)))"
  }

  private func place(_ row: SQLColumns<PlaceColumn>) -> Place {
    let location = row.location
    return Place(
      id: row.identifier(.id), name: row.text(.name), location: location,
      distanceMeters: query.near.map { Int($0.distance(to: location).rounded()) })
  }
}
