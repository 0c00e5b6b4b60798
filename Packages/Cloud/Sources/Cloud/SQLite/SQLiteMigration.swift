/// One step from a version of the schema to the next; steps are only ever added.
struct SQLiteMigration {
  let apply: (SQLiteConnection) throws(StoreError) -> Void

  /// All steps in order; the version of a file is the number of steps that it has seen.
  static var all: [SQLiteMigration] {
    [
      .accounts, .places, .rides, .sharing, .experiments,
      statements(SharedMigrations.administration(types)),
      statements(SharedMigrations.maintenance(types)), .audit,
      statements(SharedMigrations.experimentCounts(types)),
      statements(SharedMigrations.sessionEnds(types)),
      statements(SharedMigrations.consent(types)), .composedEmails,
    ]
  }

  private static let types = SQLTypes(
    integer: "INTEGER", blob: "BLOB", sortedText: "TEXT", tableOptions: " STRICT, WITHOUT ROWID")

  private static func statements(_ sql: String) -> SQLiteMigration {
    SQLiteMigration { (connection) throws(StoreError) in try connection.execute(sql) }
  }

  // Times are whole milliseconds since 1970, latitudes and longitudes degrees.

  private static var accounts: SQLiteMigration {
    statements(
      """
      CREATE TABLE accounts (
        id TEXT NOT NULL PRIMARY KEY,
        email TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        nickname TEXT NOT NULL,
        mobile_number TEXT NOT NULL,
        password_hash TEXT NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE sessions (
        token_hash BLOB NOT NULL PRIMARY KEY,
        rider TEXT NOT NULL REFERENCES accounts (id),
        expires_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX sessions_by_expiry ON sessions (expires_at);
      """)
  }

  // The words are an index only: they are read through `places` and hold no text of their own.
  private static var places: SQLiteMigration {
    SQLiteMigration { (connection) throws(StoreError) in
      try connection.execute(
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
        """)
      try BuiltInPlaces.write(on: connection)
    }
  }

  private static var rides: SQLiteMigration {
    statements(
      """
      CREATE TABLE rides (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        rider TEXT NOT NULL REFERENCES accounts (id),
        option TEXT NOT NULL,
        pickup_name TEXT,
        pickup_latitude REAL NOT NULL,
        pickup_longitude REAL NOT NULL,
        dropoff_name TEXT,
        dropoff_latitude REAL NOT NULL,
        dropoff_longitude REAL NOT NULL,
        currency TEXT NOT NULL,
        price INTEGER NOT NULL,
        requested_at INTEGER NOT NULL,
        accepted_at INTEGER NOT NULL,
        arriving_at INTEGER NOT NULL,
        arrived_at INTEGER NOT NULL,
        boarded_at INTEGER NOT NULL,
        completed_at INTEGER NOT NULL,
        cancelled_at INTEGER,
        seed INTEGER NOT NULL,
        approach BLOB NOT NULL,
        route BLOB NOT NULL,
        request_key TEXT,
        request_fingerprint BLOB
      ) STRICT;
      CREATE INDEX rides_by_rider ON rides (rider);
      CREATE UNIQUE INDEX rides_by_request ON rides (rider, request_key)
        WHERE request_key IS NOT NULL;
      """)
  }

  private static var sharing: SQLiteMigration {
    statements(
      """
      CREATE TABLE friends (
        rider TEXT NOT NULL REFERENCES accounts (id),
        friend TEXT NOT NULL REFERENCES accounts (id),
        added_at INTEGER NOT NULL,
        PRIMARY KEY (rider, friend)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE posts (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        author TEXT NOT NULL REFERENCES accounts (id),
        text TEXT NOT NULL,
        ride TEXT REFERENCES rides (id),
        created_at INTEGER NOT NULL,
        request_key TEXT,
        request_fingerprint BLOB
      ) STRICT;
      CREATE UNIQUE INDEX posts_by_request ON posts (author, request_key)
        WHERE request_key IS NOT NULL;
      CREATE TABLE shares (
        number INTEGER PRIMARY KEY,
        recipient TEXT NOT NULL REFERENCES accounts (id),
        post TEXT NOT NULL REFERENCES posts (id),
        shared_at INTEGER NOT NULL,
        read_at INTEGER,
        UNIQUE (recipient, post)
      ) STRICT;
      CREATE INDEX shares_by_recipient ON shares (recipient);
      """)
  }

  private static var experiments: SQLiteMigration {
    statements(
      """
      CREATE TABLE experiment_events (
        id TEXT NOT NULL PRIMARY KEY,
        subject TEXT NOT NULL,
        at INTEGER NOT NULL,
        kind TEXT NOT NULL,
        flag TEXT,
        variant TEXT,
        origin TEXT,
        name TEXT
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX experiment_events_by_flag ON experiment_events (flag)
        WHERE flag IS NOT NULL;
      CREATE INDEX experiment_events_by_name ON experiment_events (name)
        WHERE name IS NOT NULL;
      """)
  }

  // An event may outlive the account and the token that it names.
  private static var audit: SQLiteMigration {
    statements(
      """
      CREATE TABLE audit_events (
        number INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        action TEXT NOT NULL,
        rider TEXT,
        email_hash TEXT,
        admin_token TEXT,
        address TEXT
      ) STRICT;
      """)
  }

  // Earlier versions took the composed and the decomposed form of a letter for two e-mails.
  private static var composedEmails: SQLiteMigration {
    SQLiteMigration { (connection) throws(StoreError) in
      try EmailNormalization.apply(on: connection)
    }
  }
}
