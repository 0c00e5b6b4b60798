import Cloud
import Core

/// PostgreSQL: writers side by side, full text by tsvector, points by the extension cube.
struct PostgreSQLDialect: SQLDialect {
  var parameterPrefix: String { "$" }
  var hasConcurrentWriters: Bool { true }
  var skippingLockedRows: String { "FOR UPDATE SKIP LOCKED" }
  var elementsOfList: String { "SELECT json_array_elements_text(:list::json)" }
  var jsonObject: String { "json_build_object" }

  func hasOtherThanASCII(_ column: String) -> String { #"\#(column) COLLATE "C" ~ '[^ -~]'"# }

  func places(
    matching query: PlaceQuery, on connection: any SQLConnection
  ) throws(StoreError) -> [Place] {
    try PostgreSQLPlaceSearch(connection: connection, query: query).run()
  }

  func write(
    _ places: ArraySlice<Place>, on connection: any SQLConnection
  ) throws(StoreError) -> PlaceImportSummary {
    // Two imports take turns; searches do not wait.
    try connection.execute("LOCK TABLE places IN SHARE ROW EXCLUSIVE MODE")
    let columns = PlaceColumn.allCases.map { column in
      ("\(column)", SQLValue.array(places.map { $0.value(of: column) }))
    }
    let arguments = columns.reduce([:] as SQLArguments) { $0.adding($1.0, $1.1) }
    return try connection.first(Self.upsert, arguments) { row in
      let counts = row.columns(CountColumn.self)
      return PlaceImportSummary(
        imported: counts.number(.new), updated: counts.number(.changed),
        skipped: counts.number(.same))
    } ?? PlaceImportSummary()
  }

  /// Tells the planner how many places there are now; without it searches are only slower.
  func finishImport(on connection: any SQLConnection) throws(StoreError) {
    try connection.execute("ANALYZE places")
  }

  private enum CountColumn: Int32, SQLColumn {
    case new, changed, same

    static let table = "compared"
  }

  // Each row is compared with the row before it that has the same identifier or, for the first
  // one, with the place that is known. All parts of the statement see the places as they were
  // before it.
  private static let upsert = SQLStatement(
    """
    WITH incoming AS (
      SELECT * FROM unnest(:id::text[], :name::text[], :folded::text[],
        :latitude::double precision[], :longitude::double precision[])
        WITH ORDINALITY AS incoming (id, name, folded, latitude, longitude, number)
    ), steps AS (
      SELECT id, name, latitude, longitude,
        lag(id) OVER same AS id_before, lag(name) OVER same AS name_before,
        lag(latitude) OVER same AS latitude_before, lag(longitude) OVER same AS longitude_before
      FROM incoming WINDOW same AS (PARTITION BY id ORDER BY number)
    ), compared AS (
      SELECT coalesce(steps.id_before, places.id) IS NULL AS is_new,
        steps.name = coalesce(name_before, places.name)
          AND steps.latitude = coalesce(latitude_before, places.latitude)
          AND steps.longitude = coalesce(longitude_before, places.longitude) AS is_same
      FROM steps LEFT JOIN places ON places.id = steps.id
    ), written AS (
      INSERT INTO places (id, name, folded, latitude, longitude)
      SELECT DISTINCT ON (id) id, name, folded, latitude, longitude
      FROM incoming ORDER BY id, number DESC
      ON CONFLICT (id) DO UPDATE SET name = excluded.name, folded = excluded.folded,
        latitude = excluded.latitude, longitude = excluded.longitude
      WHERE (places.name, places.latitude, places.longitude)
        IS DISTINCT FROM (excluded.name, excluded.latitude, excluded.longitude)
    )
    SELECT count(*) FILTER (WHERE is_new), count(*) FILTER (WHERE NOT is_new AND NOT is_same),
      count(*) FILTER (WHERE NOT is_new AND is_same)
    FROM compared
    """)
}

extension SQLValue {
  /// The literal of an array of texts or numbers. Source: PostgreSQL, "Array Input and Output
  /// Syntax", section 8.15.6.
  static func array(_ values: [SQLValue]) -> SQLValue {
    let elements = values.map { value in
      switch value {
      case .text(let text):
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
      default: value.sent ?? "NULL"
      }
    }
    return .text("{" + elements.joined(separator: ",") + "}")
  }
}
