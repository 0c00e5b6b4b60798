/// The steps after the first.
extension Migration {
  /// The key that signs quotes, and the models that planned rides.
  static let quotes = Migration("quotes") { (connection) throws(StoreError) in
    let dialect = connection.dialect
    try connection.execute(
      """
      CREATE TABLE signing_keys (name text NOT NULL PRIMARY KEY, key \(dialect.blob) NOT NULL)\
      \(dialect.tableOptions);
      ALTER TABLE rides ADD COLUMN route_model text NOT NULL DEFAULT '';
      """)
    // Of the system, whatever the random bytes of a test are: it decides nothing that is seen.
    let key = (0..<SQLStore.signingKeyLength).map { _ in UInt8.random(in: .min ... .max) }
    try connection.run(
      SQLStatement(once: "INSERT INTO signing_keys VALUES ('quotes', :key)"), ["key": key])
  }

  /// The waters, parks and names of imported extracts, by the squares of the map at zoom 12.
  static let map = Migration("map") { (connection) throws(StoreError) in
    let dialect = connection.dialect
    try connection.execute(
      """
      CREATE TABLE map_features (
        x \(dialect.integer) NOT NULL, y \(dialect.integer) NOT NULL, id text NOT NULL,
        area text, place text, PRIMARY KEY (x, y, id)
      )\(dialect.rowTableOptions);
      CREATE INDEX map_features_by_id ON map_features (id);
      """)
  }

  /// What streams of events read, and the links to rides.
  ///
  /// A counter numbers the events of each rider: it is locked until the transaction ends, so that the
  /// numbers have no gaps and become visible in their order.
  static let live = Migration("live") { (connection) throws(StoreError) in
    let dialect = connection.dialect
    try connection.execute(
      """
      CREATE TABLE event_counters (
        recipient text NOT NULL PRIMARY KEY REFERENCES accounts (id), last \(dialect.integer) NOT NULL
      )\(dialect.tableOptions);
      CREATE TABLE events (
        recipient text NOT NULL REFERENCES accounts (id), sequence \(dialect.integer) NOT NULL,
        kind text NOT NULL, subject text NOT NULL, at \(dialect.integer) NOT NULL,
        PRIMARY KEY (recipient, sequence)
      )\(dialect.tableOptions);
      CREATE TABLE ride_links (
        token_hash \(dialect.blob) NOT NULL PRIMARY KEY, ride text NOT NULL REFERENCES rides (id)
      )\(dialect.tableOptions);
      CREATE INDEX ride_links_by_ride ON ride_links (ride);
      """)
  }

  /// Drivers, offers and ratings, and what a ride with a real driver needs.
  ///
  /// The indexes keep what must hold however many servers there are: a ride has one open offer and one
  /// driver, a driver one open offer and one ride under way. A ride has a driver exactly from the
  /// acceptance to the end.
  static let dispatch = Migration("dispatch") { (connection) throws(StoreError) in
    let dialect = connection.dialect
    let (integer, real) = (dialect.integer, dialect.real)
    try connection.execute(
      """
      CREATE TABLE drivers (
        rider text NOT NULL PRIMARY KEY REFERENCES accounts (id),
        plate text NOT NULL UNIQUE, model text NOT NULL, kind text NOT NULL,
        shift_at \(integer), latitude \(real), longitude \(real), positioned_at \(integer),
        CHECK ((shift_at IS NULL) = (positioned_at IS NULL)
          AND (shift_at IS NULL) = (latitude IS NULL) AND (shift_at IS NULL) = (longitude IS NULL))
      )\(dialect.tableOptions);
      CREATE INDEX drivers_by_report ON drivers (positioned_at) WHERE shift_at IS NOT NULL;
      ALTER TABLE rides ADD COLUMN driver text REFERENCES accounts (id);
      ALTER TABLE rides ADD COLUMN driven text;
      ALTER TABLE rides ADD COLUMN car \(dialect.blob);
      ALTER TABLE rides ADD COLUMN searched_at \(integer);
      ALTER TABLE rides ADD COLUMN ending text;
      ALTER TABLE rides ADD COLUMN fee \(integer);
      ALTER TABLE rides ADD COLUMN dispatch \(integer) NOT NULL DEFAULT 0
        CHECK (dispatch = 4 OR (dispatch IN (2, 3)) = (driver IS NOT NULL));
      CREATE UNIQUE INDEX rides_by_busy_driver ON rides (driver) WHERE dispatch IN (2, 3);
      CREATE INDEX rides_in_dispatch ON rides (dispatch) WHERE dispatch IN (1, 2, 3);
      CREATE INDEX rides_by_driver ON rides (\(dialect.orderedByRowNumber("driver")))
        WHERE driver IS NOT NULL;
      CREATE TABLE offers (
        id text NOT NULL PRIMARY KEY,
        ride text NOT NULL REFERENCES rides (id), driver text NOT NULL REFERENCES accounts (id),
        state text NOT NULL CHECK (state IN ('open', 'accepted', 'declined', 'expired', 'withdrawn')),
        expires_at \(integer) NOT NULL, seconds \(integer) NOT NULL, approach \(dialect.blob) NOT NULL
      )\(dialect.rowTableOptions);
      CREATE UNIQUE INDEX offers_by_open_ride ON offers (ride) WHERE state = 'open';
      CREATE UNIQUE INDEX offers_by_open_driver ON offers (driver) WHERE state = 'open';
      CREATE INDEX offers_by_ride ON offers (ride, driver);
      CREATE INDEX offers_by_driver ON offers (driver);
      CREATE TABLE ratings (
        ride text NOT NULL REFERENCES rides (id),
        side text NOT NULL CHECK (side IN ('rider', 'driver')),
        stars \(integer) NOT NULL CHECK (stars BETWEEN 1 AND 5), PRIMARY KEY (ride, side)
      )\(dialect.tableOptions);
      """)
  }

  /// By which matcher an offer was made, and the indexes that find what happened in a window.
  static let switchback = Migration("switchback") { (connection) throws(StoreError) in
    try connection.execute(
      """
      ALTER TABLE offers ADD COLUMN matching text;
      CREATE INDEX offers_by_acceptance ON offers (expires_at) WHERE state = 'accepted';
      CREATE INDEX rides_without_driver ON rides (requested_at) WHERE ending = 'noDriver';
      """)
  }

  /// The further names of places, by which they are found, too. Built-in places come with the columns
  /// that imports write.
  static let otherNames = Migration("other names") { (connection) throws(StoreError) in
    try connection.execute(connection.dialect.otherPlaceNames)
    try BuiltInPlaces.write(on: connection)
  }

  /// The phases of dispatch by their names, and NULL for times that have not come.
  ///
  /// A simulated ride had the phase 0 and now has none, which passes the constraints. Times lay in the
  /// last second of the year 9999 until they came. SQLite uses `rides_by_phase` for every comparison with
  /// a phase; an index of some phases only would serve no query that does not repeat its condition.
  static let phases = Migration("phases") { (connection) throws(StoreError) in
    let times = ["accepted_at", "arriving_at", "arrived_at", "boarded_at", "completed_at"]
    func list(_ part: (String) -> String) -> String { times.map(part).joined(separator: "\n") }
    try connection.execute(
      """
      ALTER TABLE rides ADD COLUMN phase text
        CHECK (phase IN ('searching', 'assigned', 'onTrip', 'ended'))
        CHECK (phase = 'ended' OR (phase IN ('assigned', 'onTrip')) = (driver IS NOT NULL));
      \(list { "ALTER TABLE rides ADD COLUMN new_\($0) \(connection.dialect.integer);" })
      UPDATE rides SET
        \(list { "new_\($0) = nullif(\($0), 253402300799000)," })
        phase = CASE dispatch WHEN 1 THEN 'searching' WHEN 2 THEN 'assigned'
          WHEN 3 THEN 'onTrip' WHEN 4 THEN 'ended' END;
      DROP INDEX rides_by_busy_driver;
      DROP INDEX rides_in_dispatch;
      ALTER TABLE rides DROP COLUMN dispatch;
      \(list {
        """
        ALTER TABLE rides DROP COLUMN \($0);
        ALTER TABLE rides RENAME COLUMN new_\($0) TO \($0);
        """
      })
      CREATE UNIQUE INDEX rides_by_busy_driver ON rides (driver)
        WHERE phase IN ('assigned', 'onTrip');
      CREATE INDEX rides_by_phase ON rides (phase) WHERE phase IS NOT NULL;
      """)
  }

  /// Blocks between the two sides of a ride.
  ///
  /// A server of the version before deletes accounts without knowing the table.
  static let rideBlocks = Migration("ride blocks") { (connection) throws(StoreError) in
    let (integer, options) = (connection.dialect.integer, connection.dialect.tableOptions)
    try connection.execute(
      """
      CREATE TABLE ride_blocks (
        rider text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        blocked text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        ride text NOT NULL, blocked_at \(integer) NOT NULL, PRIMARY KEY (rider, blocked)
      )\(options);
      CREATE INDEX ride_blocks_by_blocked ON ride_blocks (blocked);
      """)
  }

  /// The allowance of a driver's positions, the offers passed by and the network; the fares of trips that ended
  /// early or elsewhere; and an index of drivers by place, as nobody looks at those of the whole world.
  static let progress = Migration("progress") { (connection) throws(StoreError) in
    let dialect = connection.dialect
    try connection.execute(
      """
      ALTER TABLE drivers ADD COLUMN slack \(dialect.real);
      ALTER TABLE drivers ADD COLUMN missed \(dialect.integer) NOT NULL DEFAULT 0;
      ALTER TABLE drivers ADD COLUMN passed \(dialect.integer) NOT NULL DEFAULT 0;
      ALTER TABLE drivers ADD COLUMN network text;
      ALTER TABLE drivers ADD COLUMN cell \(dialect.integer);
      ALTER TABLE rides ADD COLUMN fare \(dialect.integer);
      DROP INDEX drivers_by_report;
      CREATE INDEX drivers_by_place ON drivers (cell) WHERE shift_at IS NOT NULL;
      """)
  }

  /// What drivers have earned by riders who have deleted their accounts.
  ///
  /// A server of the version before deletes such rides, as it always did.
  static let formerRides = Migration("former rides") { (connection) throws(StoreError) in
    let (integer, options) = (connection.dialect.integer, connection.dialect.tableOptions)
    try connection.execute(
      """
      CREATE TABLE former_rides (
        ride text NOT NULL PRIMARY KEY,
        driver text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        requested_at \(integer) NOT NULL, ended_at \(integer) NOT NULL, is_completed \(integer) NOT NULL,
        currency text NOT NULL, amount \(integer) NOT NULL, stars \(integer), document text NOT NULL
      )\(options);
      CREATE INDEX former_rides_by_driver ON former_rides (driver, ended_at);
      """)
  }

  /// What operators decide about drivers, and why.
  static let approval = Migration("approval") { (connection) throws(StoreError) in
    try connection.execute(
      """
      ALTER TABLE drivers ADD COLUMN decision text CHECK (decision IN ('approved', 'suspended'));
      ALTER TABLE drivers ADD COLUMN reason text;
      ALTER TABLE drivers ADD COLUMN decided_at \(connection.dialect.integer);
      ALTER TABLE audit_events ADD COLUMN reason text;
      """)
  }

  /// Two open offers of a ride at once.
  ///
  /// A server of the version before withdraws only one of them.
  static let twoOffers = Migration("two offers") { (connection) throws(StoreError) in
    try connection.execute(
      """
      ALTER TABLE offers ADD COLUMN slot \(connection.dialect.integer) NOT NULL DEFAULT 0
        CHECK (slot IN (0, 1));
      DROP INDEX offers_by_open_ride;
      CREATE UNIQUE INDEX offers_by_open_ride ON offers (ride, slot) WHERE state = 'open';
      """)
  }

  /// Tips, and the stars of drivers: those that are told as a mean, and those that wait for others.
  static let stars = Migration("stars") { (connection) throws(StoreError) in
    let integer = connection.dialect.integer
    try connection.execute(
      """
      ALTER TABLE rides ADD COLUMN tip \(integer);
      ALTER TABLE rides ADD COLUMN stars \(integer);
      UPDATE rides SET stars =
        (SELECT ratings.stars FROM ratings WHERE ride = rides.id AND side = 'rider')
        WHERE id IN (SELECT ride FROM ratings WHERE side = 'rider');
      ALTER TABLE drivers ADD COLUMN stars_count \(integer) NOT NULL DEFAULT 0;
      ALTER TABLE drivers ADD COLUMN stars_sum \(integer) NOT NULL DEFAULT 0;
      ALTER TABLE drivers ADD COLUMN untold_count \(integer) NOT NULL DEFAULT 0;
      ALTER TABLE drivers ADD COLUMN untold_sum \(integer) NOT NULL DEFAULT 0;
      CREATE TABLE first_stars AS SELECT driver, stars FROM rides WHERE stars IS NOT NULL
        AND driver IS NOT NULL AND NOT EXISTS (SELECT 1 FROM rides AS earlier
          WHERE earlier.driver = rides.driver AND earlier.rider = rides.rider
            AND earlier.stars IS NOT NULL AND earlier.number < rides.number);
      UPDATE drivers SET
        untold_count = (SELECT count(*) FROM first_stars WHERE driver = drivers.rider),
        untold_sum = (SELECT coalesce(sum(first_stars.stars), 0) FROM first_stars
          WHERE driver = drivers.rider);
      DROP TABLE first_stars;
      UPDATE drivers SET stars_count = untold_count, stars_sum = untold_sum,
        untold_count = 0, untold_sum = 0 WHERE untold_count >= 5;
      """)
    // Rides with real drivers had none, and codes follow from them.
    let underWay = SQLStatement(
      once: """
        SELECT id FROM rides WHERE driven IS NOT NULL AND cancelled_at IS NULL
          AND completed_at IS NULL ORDER BY id
        """)
    for ride in try connection.all(underWay, read: { $0.text(0) }) {
      let seed = Int64(bitPattern: UInt64.random(in: .min ... .max))
      try connection.run(
        SQLStatement(once: "UPDATE rides SET seed = :seed WHERE id = :ride"),
        ["seed": seed, "ride": ride])
    }
  }
}
