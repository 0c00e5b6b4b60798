extension Migration {
  /// Drivers, offers and ratings, and what a ride with a real driver needs.
  ///
  /// The indexes keep what must hold however many servers there are: a ride has one open offer and one
  /// driver, a driver one open offer and one ride under way. A ride has a driver exactly from the
  /// acceptance to the end.
  static let dispatch = Migration("dispatch") { (connection) throws(StoreError) in
    let dialect = connection.dialect
    try connection.execute(
      """
      CREATE TABLE drivers (
        rider text NOT NULL PRIMARY KEY REFERENCES accounts (id),
        plate text NOT NULL UNIQUE,
        model text NOT NULL,
        kind text NOT NULL,
        shift_at \(dialect.integer),
        latitude \(dialect.real),
        longitude \(dialect.real),
        positioned_at \(dialect.integer),
        CHECK ((shift_at IS NULL) = (positioned_at IS NULL)
          AND (shift_at IS NULL) = (latitude IS NULL) AND (shift_at IS NULL) = (longitude IS NULL))
      )\(dialect.tableOptions);
      CREATE INDEX drivers_by_report ON drivers (positioned_at) WHERE shift_at IS NOT NULL;
      ALTER TABLE rides ADD COLUMN driver text REFERENCES accounts (id);
      ALTER TABLE rides ADD COLUMN driven text;
      ALTER TABLE rides ADD COLUMN car \(dialect.blob);
      ALTER TABLE rides ADD COLUMN searched_at \(dialect.integer);
      ALTER TABLE rides ADD COLUMN ending text;
      ALTER TABLE rides ADD COLUMN fee \(dialect.integer);
      ALTER TABLE rides ADD COLUMN dispatch \(dialect.integer) NOT NULL DEFAULT 0
        CHECK (dispatch = 4 OR (dispatch IN (2, 3)) = (driver IS NOT NULL));
      CREATE UNIQUE INDEX rides_by_busy_driver ON rides (driver) WHERE dispatch IN (2, 3);
      CREATE INDEX rides_in_dispatch ON rides (dispatch) WHERE dispatch IN (1, 2, 3);
      CREATE INDEX rides_by_driver ON rides (\(dialect.orderedByRowNumber("driver")))
        WHERE driver IS NOT NULL;
      CREATE TABLE offers (
        id text NOT NULL PRIMARY KEY,
        ride text NOT NULL REFERENCES rides (id),
        driver text NOT NULL REFERENCES accounts (id),
        state text NOT NULL CHECK (state IN ('open', 'accepted', 'declined', 'expired', 'withdrawn')),
        expires_at \(dialect.integer) NOT NULL,
        seconds \(dialect.integer) NOT NULL,
        approach \(dialect.blob) NOT NULL
      )\(dialect.rowTableOptions);
      CREATE UNIQUE INDEX offers_by_open_ride ON offers (ride) WHERE state = 'open';
      CREATE UNIQUE INDEX offers_by_open_driver ON offers (driver) WHERE state = 'open';
      CREATE INDEX offers_by_ride ON offers (ride, driver);
      CREATE INDEX offers_by_driver ON offers (driver);
      CREATE TABLE ratings (
        ride text NOT NULL REFERENCES rides (id),
        side text NOT NULL CHECK (side IN ('rider', 'driver')),
        stars \(dialect.integer) NOT NULL CHECK (stars BETWEEN 1 AND 5),
        PRIMARY KEY (ride, side)
      )\(dialect.tableOptions);
      """)
  }
}
