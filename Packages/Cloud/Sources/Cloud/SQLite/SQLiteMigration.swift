/// One step from a version of the schema to the next; steps are only ever added.
struct SQLiteMigration {
  let apply: (SQLiteConnection) throws(StoreError) -> Void

  /// All steps in order; the version of a file is the number of steps that it has seen.
  static var all: [SQLiteMigration] {
    [
      .accounts, .places, .rides, .sharing, .experiments, .administration, .maintenance, .audit,
      .experimentCounts, .sessionEnds, .consent, .composedEmails,
    ]
  }

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

  private static var administration: SQLiteMigration {
    statements(
      """
      CREATE TABLE admin_tokens (
        name TEXT NOT NULL PRIMARY KEY,
        hash BLOB NOT NULL UNIQUE,
        created_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      """)
  }

  private static var maintenance: SQLiteMigration {
    statements(
      """
      CREATE TABLE maintenance (
        task TEXT NOT NULL PRIMARY KEY,
        done_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
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

  // A subject's first exposure to a flag, the last time of each of its conversions, how many
  // subjects they make, and how many events a subject has sent on a day.
  private static var experimentCounts: SQLiteMigration {
    statements(
      """
      CREATE TABLE experiment_exposures (
        subject TEXT NOT NULL,
        flag TEXT NOT NULL,
        variant TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (subject, flag)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE experiment_conversions (
        subject TEXT NOT NULL,
        name TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (subject, name)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE experiment_counts (
        flag TEXT NOT NULL,
        variant TEXT NOT NULL,
        conversion TEXT NOT NULL,
        subjects INTEGER NOT NULL,
        PRIMARY KEY (flag, variant, conversion)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE experiment_budgets (
        subject TEXT NOT NULL PRIMARY KEY,
        day INTEGER NOT NULL,
        events INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      INSERT INTO experiment_exposures (subject, flag, variant, at)
      SELECT subject, flag, variant, at FROM (
        SELECT subject, flag, variant, at,
          row_number() OVER (PARTITION BY subject, flag ORDER BY at, id) AS position
        FROM experiment_events
        WHERE flag IS NOT NULL AND variant IS NOT NULL
          AND origin NOT IN ('--flag', 'KOOBER_FLAGS', 'user')
      ) AS ordered WHERE position = 1;
      INSERT INTO experiment_conversions (subject, name, at)
      SELECT subject, name, max(at) FROM experiment_events WHERE name IS NOT NULL
      GROUP BY subject, name;
      INSERT INTO experiment_counts (flag, variant, conversion, subjects)
      SELECT flag, variant, '', count(*) FROM experiment_exposures GROUP BY flag, variant
      UNION ALL
      SELECT flag, variant, name, count(*)
      FROM experiment_exposures AS exposures JOIN experiment_conversions AS conversions
        ON conversions.subject = exposures.subject AND conversions.at >= exposures.at
      GROUP BY flag, variant, name
      UNION ALL
      SELECT '', '', name, count(*) FROM experiment_conversions GROUP BY name;
      DROP INDEX experiment_events_by_flag;
      DROP INDEX experiment_events_by_name;
      CREATE INDEX experiment_events_by_time ON experiment_events (at);
      CREATE INDEX experiment_exposures_by_time ON experiment_exposures (at);
      CREATE INDEX experiment_conversions_by_time ON experiment_conversions (at);
      CREATE INDEX experiment_budgets_by_day ON experiment_budgets (day);
      """)
  }

  // Sessions were opened 30 days before they expired, and end 180 days after that.
  private static var sessionEnds: SQLiteMigration {
    statements(
      """
      ALTER TABLE sessions ADD COLUMN ends_at INTEGER NOT NULL DEFAULT 0;
      UPDATE sessions SET ends_at = expires_at + 12960000000;
      CREATE INDEX sessions_by_rider ON sessions (rider, ends_at);
      """)
  }

  // Friends are two rows, one for each side. Earlier versions had a row as soon as one side wanted
  // it; without the other side's row that is an invitation now.
  private static var consent: SQLiteMigration {
    statements(
      """
      CREATE TABLE invitations (
        rider TEXT NOT NULL REFERENCES accounts (id),
        email TEXT NOT NULL,
        invited_at INTEGER NOT NULL,
        PRIMARY KEY (rider, email)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX invitations_by_email ON invitations (email);
      CREATE TABLE blocks (
        rider TEXT NOT NULL REFERENCES accounts (id),
        blocked TEXT NOT NULL REFERENCES accounts (id),
        blocked_at INTEGER NOT NULL,
        PRIMARY KEY (rider, blocked)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX posts_by_author ON posts (author, created_at);
      INSERT INTO invitations (rider, email, invited_at)
        SELECT friends.rider, accounts.email, friends.added_at
        FROM friends JOIN accounts ON accounts.id = friends.friend
        WHERE NOT EXISTS (SELECT 1 FROM friends AS other
          WHERE other.rider = friends.friend AND other.friend = friends.rider);
      DELETE FROM friends WHERE NOT EXISTS (SELECT 1 FROM friends AS other
        WHERE other.rider = friends.friend AND other.friend = friends.rider);
      DELETE FROM shares WHERE NOT EXISTS (SELECT 1 FROM posts JOIN friends
        ON friends.rider = posts.author AND friends.friend = shares.recipient
        WHERE posts.id = shares.post);
      """)
  }

  // Earlier versions took the composed and the decomposed form of a letter for two e-mails.
  private static var composedEmails: SQLiteMigration {
    SQLiteMigration { (connection) throws(StoreError) in
      try EmailNormalization.apply(on: connection)
    }
  }
}
