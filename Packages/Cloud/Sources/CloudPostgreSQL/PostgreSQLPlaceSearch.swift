import Cloud
import Core
import Glibc

/// Finds places with the database's own indexes: a B-tree of folded names, a GIN of their words,
/// and a GiST of their spots that gives the nearest first.
///
/// Names that match in one way are either few: then all are found in their index and sorted. Or
/// they are many: then the first places in the wanted order hold enough of them. Many matches that
/// all come last in that order are neither; so that they cost no more than others, the first
/// ``few`` in their index are sorted: the places found match, but nearer ones may exist.
struct PostgreSQLPlaceSearch {
  private static let columns = PlaceColumn.list
  private static let few = 5000
  /// How many places are looked at in the wanted order: so few that it costs next to nothing where
  /// a word is dense, and then more.
  private static let windows = (first: 500, last: 2000)

  let connection: any SQLConnection
  let query: PlaceQuery

  func run() throws(StoreError) -> [Place] {
    if query.near != nil, query.ranking == .nearness {
      return try find(.any, limit: query.limit)
    }
    var found: [Place] = []
    for matches in [Matches.exact, .beginning, .words] where found.count < query.limit {
      found += try find(matches, limit: query.limit - found.count)
    }
    return found
  }

  /// The kind of matches to find.
  private enum Matches: String {
    case exact = "folded = :text"
    case beginning = "folded > :text AND folded < :end"
    case any = "words @@ :words::tsquery"
    case words = "words @@ :words::tsquery AND NOT (folded >= :text AND folded < :end)"

    /// Whether the index of names finds them, in the order of the names.
    var areNames: Bool { self == .exact || self == .beginning }
  }

  private func find(_ matches: Matches, limit: Int) throws(StoreError) -> [Place] {
    if !matches.areNames {
      let first = try places(among: Self.windows.first, matches, limit: limit)
      guard first.places.count < limit else { return first.places }
    }
    let isOrdered = matches.areNames && query.near == nil
    let indexed = try places(
      """
      SELECT * FROM places WHERE \(matches.rawValue)
      \(isOrdered ? "ORDER BY \(order.index)" : "") LIMIT \(isOrdered ? limit : Self.few)
      """, limit: limit)
    guard !isOrdered, indexed.candidates == Self.few else { return indexed.places }
    let first = try places(among: Self.windows.last, matches, limit: limit).places
    let known = Set(first.map(\.id))
    let others = indexed.places.filter { !known.contains($0.id) }
    return first + others.prefix(limit - first.count)
  }

  /// Looks at the first places in the order of the answer, at no more of them than the answer needs:
  /// the index gives one after the other, until there are enough and all that are as near as the last.
  private func places(
    among window: Int, _ matches: Matches, limit: Int
  ) throws(StoreError) -> (places: [Place], candidates: Int) {
    let index = query.near == nil ? order.index : "nearness"
    return try places(
      """
      SELECT * FROM (
        SELECT *\(query.near == nil ? "" : ", spot <-> :spot::cube AS nearness") FROM places
        ORDER BY \(index) LIMIT \(window)
      ) AS first
      WHERE \(matches.rawValue) ORDER BY \(index) FETCH FIRST \(limit) ROWS WITH TIES
      """, limit: limit)
  }

  /// Returns the first of the candidates in the order of the answer, and how many there are.
  private func places(
    _ candidates: String, limit: Int
  ) throws(StoreError) -> (places: [Place], candidates: Int) {
    // A plan for just these values: it depends on how many places match.
    let statement = SQLStatement(
      once: """
        WITH places AS (\(candidates))
        SELECT \(Self.columns), (SELECT count(*) FROM places) FROM places
        WHERE (:text::text, :end::text, :words::text) IS NOT NULL
        ORDER BY \(order.whole) LIMIT \(limit)
        """)
    let text = query.text.text
    var count = 0
    let found = try connection.all(
      statement,
      [
        "text": .text(text), "end": .text(text + "\u{10FFFF}"), "words": .text(words),
        "spot": .text(spot),
      ]
    ) { row in
      count = Int(row.integer(PlaceColumn.count))
      return place(row.columns(PlaceColumn.self))
    }
    return (found, count)
  }

  /// By nearness where there is a point, and then, as among equals, by match, name and identifier.
  private var order: (index: String, whole: String) {
    let quality = """
      CASE WHEN folded = :text THEN 0 WHEN folded >= :text AND folded < :end THEN 1 ELSE 2 END
      """
    let name = "folded, id COLLATE \"C\""
    let index = query.near == nil ? name : "spot <-> :spot::cube"
    return (index, "\(query.near == nil ? "" : index + ", ")\(quality), \(name)")
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
