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
