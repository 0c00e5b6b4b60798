import Cloud
import Core
import Glibc

/// Finds places with the database's own indexes: a B-tree of folded names, a GIN of their words,
/// and a GiST of their spots that gives the nearest first.
struct PostgreSQLPlaceSearch {
  let connection: PostgreSQLConnection
  let query: PlaceQuery

  func run() throws(PostgreSQLFailure) -> [Place] {
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

  // $1 is the query, $2 the end of all texts that begin with it, $3 its words.
  private static let isExact = "folded = $1"
  private static let isBeginning = "folded > $1 AND folded < $2"
  private static let isAny = "words @@ $3::tsquery"
  private static let isWords = "words @@ $3::tsquery AND NOT (folded >= $1 AND folded < $2)"

  private func find(_ condition: String, limit: Int) throws(PostgreSQLFailure) -> [Place] {
    // The parameters are named with their types once, because not every condition uses them all.
    let sql = """
      SELECT id, name, latitude, longitude FROM places
      WHERE \(condition) AND ($1::text, $2::text, $3::text) IS NOT NULL
      ORDER BY \(order) LIMIT \(limit)
      """
    let text = query.text.text
    let result = try connection.runOnce(
      sql, [.text(text), .text(text + "\u{10FFFF}"), .text(words), .text(spot)])
    return try result.map { (row) throws(PostgreSQLFailure) in try place(row) }
  }

  /// By nearness where there is a point, and then, as among equals, by match, name and identifier.
  private var order: String {
    let quality = "CASE WHEN folded = $1 THEN 0 WHEN folded >= $1 AND folded < $2 THEN 1 ELSE 2 END"
    let nearness = query.near == nil ? "$4::text" : "spot <-> $4::cube"
    return "\(nearness), \(quality), folded, id COLLATE \"C\""
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

  private func place(_ row: PostgreSQLRow) throws(PostgreSQLFailure) -> Place {
    let location = Location(nearestTo: try row.real(2), try row.real(3))
    return Place(
      id: row.identifier(0), name: row.text(1), location: location,
      distanceMeters: query.near.map { Int($0.distance(to: location).rounded()) })
  }
}
