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
