import Cloud
import Core

/// One step from a version of the schema to the next; steps are only ever added.
struct PostgreSQLMigration {
  let apply: (PostgreSQLConnection) throws(StoreError) -> Void

  /// All steps in order; the version of a database is the number of steps that it has seen.
  static var all: [PostgreSQLMigration] {
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
    integer: "bigint", blob: "bytea", sortedText: "text COLLATE \"C\"", tableOptions: "")

  private static func statements(_ sql: String) -> PostgreSQLMigration {
    PostgreSQLMigration { (connection) throws(StoreError) in try connection.execute(sql) }
  }

  // Times are whole milliseconds since 1970, latitudes and longitudes degrees.

  private static var accounts: PostgreSQLMigration {
    statements(
      """
      CREATE TABLE koober_schema (version integer NOT NULL);
      CREATE TABLE accounts (
        id text PRIMARY KEY,
        email text NOT NULL UNIQUE,
        name text NOT NULL,
        nickname text NOT NULL,
        mobile_number text NOT NULL,
        password_hash text NOT NULL,
        created_at bigint NOT NULL
      );
      CREATE TABLE sessions (
        token_hash bytea PRIMARY KEY,
        rider text NOT NULL REFERENCES accounts (id),
        expires_at bigint NOT NULL
      );
      CREATE INDEX sessions_by_expiry ON sessions (expires_at);
      """)
  }

  // A place's spot is its point on a globe of radius 1: the straight distance through the globe
  // has the same order as that along its surface, and the extension cube has an index for it.
  private static var places: PostgreSQLMigration {
    PostgreSQLMigration { (connection) throws(StoreError) in
      try connection.execute(
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
        """)
      try BuiltInPlaces.write(on: connection)
    }
  }

  private static var rides: PostgreSQLMigration {
    statements(
      """
      CREATE TABLE rides (
        number bigint GENERATED ALWAYS AS IDENTITY,
        id text PRIMARY KEY,
        rider text NOT NULL REFERENCES accounts (id),
        option text NOT NULL,
        pickup_name text,
        pickup_latitude double precision NOT NULL,
        pickup_longitude double precision NOT NULL,
        dropoff_name text,
        dropoff_latitude double precision NOT NULL,
        dropoff_longitude double precision NOT NULL,
        currency text NOT NULL,
        price bigint NOT NULL,
        requested_at bigint NOT NULL,
        accepted_at bigint NOT NULL,
        arriving_at bigint NOT NULL,
        arrived_at bigint NOT NULL,
        boarded_at bigint NOT NULL,
        completed_at bigint NOT NULL,
        cancelled_at bigint,
        seed bigint NOT NULL,
        approach bytea NOT NULL,
        route bytea NOT NULL,
        request_key text,
        request_fingerprint bytea
      );
      CREATE INDEX rides_by_rider ON rides (rider, number);
      CREATE UNIQUE INDEX rides_by_request ON rides (rider, request_key)
        WHERE request_key IS NOT NULL;
      """)
  }

  private static var sharing: PostgreSQLMigration {
    statements(
      """
      CREATE TABLE friends (
        rider text NOT NULL REFERENCES accounts (id),
        friend text NOT NULL REFERENCES accounts (id),
        added_at bigint NOT NULL,
        PRIMARY KEY (rider, friend)
      );
      CREATE TABLE posts (
        id text PRIMARY KEY,
        author text NOT NULL REFERENCES accounts (id),
        text text NOT NULL,
        ride text REFERENCES rides (id),
        created_at bigint NOT NULL,
        request_key text,
        request_fingerprint bytea
      );
      CREATE UNIQUE INDEX posts_by_request ON posts (author, request_key)
        WHERE request_key IS NOT NULL;
      CREATE TABLE shares (
        number bigint GENERATED ALWAYS AS IDENTITY,
        recipient text NOT NULL REFERENCES accounts (id),
        post text NOT NULL REFERENCES posts (id),
        shared_at bigint NOT NULL,
        read_at bigint,
        PRIMARY KEY (recipient, post)
      );
      CREATE INDEX shares_by_recipient ON shares (recipient, number);
      """)
  }

  // Texts are in the order of their bytes, as in every other store.
  private static var experiments: PostgreSQLMigration {
    statements(
      """
      CREATE TABLE experiment_events (
        id text PRIMARY KEY,
        subject text NOT NULL,
        at bigint NOT NULL,
        kind text NOT NULL,
        flag text COLLATE "C",
        variant text,
        origin text,
        name text COLLATE "C"
      );
      CREATE INDEX experiment_events_by_flag ON experiment_events (flag) WHERE flag IS NOT NULL;
      CREATE INDEX experiment_events_by_name ON experiment_events (name) WHERE name IS NOT NULL;
      """)
  }

  // An event may outlive the account and the token that it names.
  private static var audit: PostgreSQLMigration {
    statements(
      """
      CREATE TABLE audit_events (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at bigint NOT NULL,
        action text NOT NULL,
        rider text,
        email_hash text,
        admin_token text,
        address text
      );
      """)
  }

  // Earlier versions took the composed and the decomposed form of a letter for two e-mails.
  private static var composedEmails: PostgreSQLMigration {
    PostgreSQLMigration { (connection) throws(StoreError) in
      try EmailNormalization.apply(on: connection)
    }
  }
}
