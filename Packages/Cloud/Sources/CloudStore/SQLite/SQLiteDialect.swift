package import CloudDomain
package import Core

/// SQLite: one writer at a time, full text by FTS5, points by an R*Tree.
package struct SQLiteDialect: SQLDialect {
  /// How long one transaction of an import may take: so long the riders' requests wait for it.
  private static let importTime = Duration.milliseconds(20)
  package var parameterPrefix: String { "?" }
  package var hasConcurrentWriters: Bool { false }
  package var skippingLockedRows: String { "" }
  package var elementsOfList: String { "SELECT value FROM json_each(:list)" }
  package func hasOtherThanASCII(_ column: String) -> String { "\(column) GLOB '*[^ -~]*'" }

  package func places(
    matching query: PlaceQuery, on connection: any SQLConnection
  ) throws(StoreError) -> [Place] {
    try SQLitePlaceSearch(connection: connection, query: query).run()
  }

  package func write(
    _ places: ArraySlice<ImportedPlace>, on connection: any SQLConnection
  ) throws(StoreError) -> PlaceImportSummary {
    var writer = SQLitePlaceWriter(connection: connection)
    let end = ContinuousClock.now + Self.importTime
    for place in places {
      try writer.write(place)
      guard ContinuousClock.now < end else { break }
    }
    return writer.summary
  }

  package func finishImport(on connection: any SQLConnection) throws(StoreError) {}
}

/// The declaration of tables.
extension SQLiteDialect {
  // The words are an index only: they are read through `places` and hold no text of their own.
  package var placeTables: String {
    """
    CREATE TABLE places (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      folded TEXT NOT NULL,
      latitude REAL NOT NULL,
      longitude REAL NOT NULL
    ) STRICT;
    CREATE INDEX places_by_name ON places (folded);
    CREATE VIRTUAL TABLE place_words USING fts5 (
      folded, content = 'places', content_rowid = 'number', columnsize = 0,
      prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2'
    );
    CREATE VIRTUAL TABLE place_points USING rtree (
      number, min_latitude, max_latitude, min_longitude, max_longitude
    );
    """
  }

  package var otherPlaceNames: String {
    """
    ALTER TABLE places ADD COLUMN other_names TEXT NOT NULL DEFAULT '';
    DROP TABLE place_words;
    CREATE VIRTUAL TABLE place_words USING fts5 (
      folded, other_names, content = 'places', content_rowid = 'number', columnsize = 0,
      prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2'
    );
    INSERT INTO place_words (place_words) VALUES ('rebuild');
    """
  }

  package var integer: String { "INTEGER" }
  package var real: String { "REAL" }
  package var blob: String { "BLOB" }
  package var sortedText: String { "TEXT" }
  package var rowNumber: String { "INTEGER PRIMARY KEY" }
  package var rowNumberKey: String { rowNumber }
  package var hiddenRowNumber: String { "number \(rowNumber)," }
  package var keyBesideRowNumber: String { "UNIQUE" }
  // Every index ends with the row number.
  package func orderedByRowNumber(_ column: String) -> String { column }
  package var rowTableOptions: String { " STRICT" }
  package var tableOptions: String { " STRICT, WITHOUT ROWID" }
}
