import Basics
import CloudDomain
import CloudStore
import Core

/// PostgreSQL: writers side by side, full text by tsvector, points by the extension cube.
struct PostgreSQLDialect: SQLDialect {
  var parameterPrefix: String { "$" }
  var hasConcurrentWriters: Bool { true }
  var skippingLockedRows: String { "FOR UPDATE SKIP LOCKED" }
  var elementsOfList: String { "SELECT json_array_elements_text(:list::json)" }
  func hasOtherThanASCII(_ column: String) -> String { #"\#(column) COLLATE "C" ~ '[^ -~]'"# }

  func places(
    matching query: PlaceQuery, on connection: any SQLConnection
  ) throws(StoreError) -> [Place] {
    try PostgreSQLPlaceSearch(connection: connection, query: query).run()
  }

  func write(
    _ places: ArraySlice<ImportedPlace>, on connection: any SQLConnection
  ) throws(StoreError) -> PlaceImportSummary {
    // Two imports take turns; searches do not wait.
    try connection.execute("LOCK TABLE places IN SHARE ROW EXCLUSIVE MODE")
    let rows = places.map(\.place)
    let arguments: SQLArguments = [
      "id": SQLValue.array(rows.map(\.id)), "name": SQLValue.array(rows.map(\.name)),
      "folded": SQLValue.array(rows.map { AccentFoldedText($0.name).text }),
      "latitude": SQLValue.array(rows.map(\.location.latitude)),
      "longitude": SQLValue.array(rows.map(\.location.longitude)),
      "other_names": SQLValue.array(places.map(\.otherNames)),
    ]
    return try connection.first(Self.upsert, arguments) { row in
      PlaceImportSummary(
        imported: Int(row.integer(0)), updated: Int(row.integer(1)), skipped: Int(row.integer(2)))
    } ?? PlaceImportSummary()
  }

  /// Tells the planner how many places there are now; without it searches are only slower.
  func finishImport(on connection: any SQLConnection) throws(StoreError) {
    try connection.execute("ANALYZE places")
  }

  // Each row is compared with the row before it that has the same identifier or, for the first one,
  // with the place that is known. All parts of the statement see the places as they were before it.
  private static let upsert: SQLStatement = """
    WITH incoming AS (
      SELECT * FROM unnest(:id::text[], :name::text[], :folded::text[],
        :latitude::double precision[], :longitude::double precision[], :other_names::text[])
        WITH ORDINALITY AS incoming (id, name, folded, latitude, longitude, other_names, number)
    ), steps AS (
      SELECT id, ROW(name, latitude, longitude, other_names) AS content,
        lag(id) OVER same AS id_before,
        lag(ROW(name, latitude, longitude, other_names)) OVER same AS content_before
      FROM incoming WINDOW same AS (PARTITION BY id ORDER BY number)
    ), compared AS (
      SELECT coalesce(steps.id_before, places.id) IS NULL AS is_new,
        content = coalesce(content_before,
          ROW(places.name, places.latitude, places.longitude, places.other_names)) AS is_same
      FROM steps LEFT JOIN places ON places.id = steps.id
    ), written AS (
      INSERT INTO places (id, name, folded, latitude, longitude, other_names)
      SELECT DISTINCT ON (id) id, name, folded, latitude, longitude, other_names
      FROM incoming ORDER BY id, number DESC
      ON CONFLICT (id) DO UPDATE SET name = excluded.name, folded = excluded.folded,
        latitude = excluded.latitude, longitude = excluded.longitude,
        other_names = excluded.other_names
      WHERE (places.name, places.latitude, places.longitude, places.other_names)
        IS DISTINCT FROM
        (excluded.name, excluded.latitude, excluded.longitude, excluded.other_names)
    )
    SELECT count(*) FILTER (WHERE is_new), count(*) FILTER (WHERE NOT is_new AND NOT is_same),
      count(*) FILTER (WHERE NOT is_new AND is_same)
    FROM compared
    """
}

/// The declaration of tables.
extension PostgreSQLDialect {
  // A place's spot is its point on a globe of radius 1: the straight distance through the globe
  // has the same order as that along its surface, and the extension cube has an index for it.
  var placeTables: String {
    """
    CREATE EXTENSION IF NOT EXISTS cube;
    CREATE TABLE places (
      id text PRIMARY KEY,
      name text NOT NULL,
      folded text COLLATE "C" NOT NULL,
      latitude double precision NOT NULL,
      longitude double precision NOT NULL,
      words tsvector NOT NULL
        GENERATED ALWAYS AS (array_to_tsvector(string_to_array(folded, ' '))) STORED,
      spot cube NOT NULL GENERATED ALWAYS AS (cube(ARRAY[
        cos(radians(latitude)) * cos(radians(longitude)),
        cos(radians(latitude)) * sin(radians(longitude)),
        sin(radians(latitude))])) STORED
    );
    CREATE INDEX places_by_name ON places (folded);
    CREATE INDEX places_by_word ON places USING gin (words);
    CREATE INDEX places_by_spot ON places USING gist (spot);
    """
  }

  var otherPlaceNames: String {
    """
    ALTER TABLE places ADD COLUMN other_names text NOT NULL DEFAULT '';
    ALTER TABLE places DROP COLUMN words;
    ALTER TABLE places ADD COLUMN words tsvector NOT NULL GENERATED ALWAYS AS (array_to_tsvector(
      string_to_array(btrim(folded || ' ' || translate(other_names, E'\\n', ' ')), ' '))) STORED;
    CREATE INDEX places_by_word ON places USING gin (words);
    CREATE INDEX places_by_other_name ON places USING gin (string_to_array(other_names, E'\\n'));
    ANALYZE places;
    """
  }

  var integer: String { "bigint" }
  var real: String { "double precision" }
  var blob: String { "bytea" }
  var sortedText: String { "text COLLATE \"C\"" }
  var rowNumber: String { "bigint GENERATED ALWAYS AS IDENTITY" }
  var rowNumberKey: String { "\(rowNumber) PRIMARY KEY" }
  var hiddenRowNumber: String { "" }
  var keyBesideRowNumber: String { "PRIMARY KEY" }
  func orderedByRowNumber(_ column: String) -> String { "\(column), number" }
  var rowTableOptions: String { "" }
  var tableOptions: String { "" }
}

extension SQLValue {
  /// The value as the server reads it; `nil` for null.
  var sent: String? {
    switch self {
    case .integer(let value): String(value)
    case .real(let value): String(value)
    // The server cannot keep NUL. No text that is kept has it, so one that is looked up must not
    // be found: it is sent with a character instead that no keyboard has.
    case .text(let value):
      value.utf8.contains(0) ? value.replacing("\0", with: "\u{FFFF}") : value
    case .blob(let bytes): "\\x" + Hexadecimal.encode(bytes)
    case .null: nil
    }
  }

  /// The literal of an array of texts or numbers. Source: PostgreSQL, "Array Input and Output
  /// Syntax", section 8.15.6.
  static func array(_ values: [some SQLConvertible]) -> SQLValue {
    let elements = values.map { value in
      switch value.sqlValue {
      case .text(let text):
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
      case let value: value.sent ?? "NULL"
      }
    }
    return .text("{" + elements.joined(separator: ",") + "}")
  }
}
