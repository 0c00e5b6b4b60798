import Cloud
import Core

/// Imports places in one transaction, which readers do not notice before it ends: the rows are
/// copied into a table of the transaction's own, compared with what is known, and merged.
struct PostgreSQLPlaceImport {
  let connection: PostgreSQLConnection

  func run(_ source: any PlaceSource) throws(PlaceImportError) -> PlaceImportSummary {
    var source = source
    let summary = try connection.transaction(
      { () throws(PlaceImportError) in
        try storing { () throws(PostgreSQLFailure) in try connection.execute(Self.preparation) }
        try connection.copy(
          "COPY incoming (id, name, folded, latitude, longitude) FROM STDIN",
          rows: { () throws(PlaceImportError) in try source.next().map(Self.row) },
          orThrow: Self.error)
        return try storing { () throws(PostgreSQLFailure) in try merge() }
      }, orThrow: Self.error)
    // Tells the planner how many places there are now; without it the search is only slower.
    try storing { () throws(PostgreSQLFailure) in try connection.execute("ANALYZE places") }
    return summary
  }

  // Two imports take turns; whoever searches meanwhile is not held up.
  private static let preparation = """
    SET LOCAL statement_timeout = 0;
    SET LOCAL lock_timeout = 0;
    SET LOCAL idle_in_transaction_session_timeout = 0;
    LOCK TABLE places IN SHARE ROW EXCLUSIVE MODE;
    CREATE TEMPORARY TABLE incoming (
      number bigint GENERATED ALWAYS AS IDENTITY,
      id text NOT NULL,
      name text NOT NULL,
      folded text NOT NULL,
      latitude double precision NOT NULL,
      longitude double precision NOT NULL
    ) ON COMMIT DROP
    """

  private func merge() throws(PostgreSQLFailure) -> PlaceImportSummary {
    let summary = try connection.first(Self.count) { (row) throws(PostgreSQLFailure) in
      PlaceImportSummary(
        imported: Int(try row.integer(0)), updated: Int(try row.integer(1)),
        skipped: Int(try row.integer(2)))
    }
    try connection.execute(Self.upsert)
    return summary ?? PlaceImportSummary()
  }

  // Each row is compared with the row before it that has the same identifier or, for the first
  // one, with the place that is known.
  private static let count = """
    WITH steps AS (
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
    )
    SELECT count(*) FILTER (WHERE is_new), count(*) FILTER (WHERE NOT is_new AND NOT is_same),
      count(*) FILTER (WHERE NOT is_new AND is_same)
    FROM compared
    """

  private static let upsert = """
    INSERT INTO places (id, name, folded, latitude, longitude)
    SELECT DISTINCT ON (id) id, name, folded, latitude, longitude
    FROM incoming ORDER BY id, number DESC
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, folded = excluded.folded,
      latitude = excluded.latitude, longitude = excluded.longitude
    WHERE (places.name, places.latitude, places.longitude)
      IS DISTINCT FROM (excluded.name, excluded.latitude, excluded.longitude)
    """

  /// A row in the text format of COPY, of whose special characters places have only the backslash.
  private static func row(_ place: Place) -> String {
    let texts = [place.id.rawValue, place.name, FoldedText(place.name).text].map { text in
      text.utf8.contains(UInt8(ascii: "\\")) ? text.replacing("\\", with: "\\\\") : text
    }
    return "\(texts[0])\t\(texts[1])\t\(texts[2])\t"
      + "\(place.location.latitude)\t\(place.location.longitude)\n"
  }

  private static func error(_ failure: PostgreSQLFailure) -> PlaceImportError {
    .store(failure.storeFailure)
  }

  private func storing<Value>(
    _ step: () throws(PostgreSQLFailure) -> Value
  ) throws(PlaceImportError) -> Value {
    do throws(PostgreSQLFailure) {
      return try step()
    } catch {
      throw Self.error(error)
    }
  }
}
