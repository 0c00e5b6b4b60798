extension Migration {
  static let accounts = statements {
    """
    \($0.schemaTable)
    CREATE TABLE accounts (
      id text NOT NULL PRIMARY KEY,
      email text NOT NULL UNIQUE,
      name text NOT NULL,
      nickname text NOT NULL,
      mobile_number text NOT NULL,
      password_hash text NOT NULL,
      created_at \($0.integer) NOT NULL
    )\($0.rowTableOptions);
    CREATE TABLE sessions (
      token_hash \($0.blob) NOT NULL PRIMARY KEY,
      rider text NOT NULL REFERENCES accounts (id),
      expires_at \($0.integer) NOT NULL
    )\($0.tableOptions);
    CREATE INDEX sessions_by_expiry ON sessions (expires_at);
    """
  }

  static let rides = statements {
    """
    CREATE TABLE rides (
      number \($0.rowNumber),
      id text NOT NULL \($0.keyBesideRowNumber),
      rider text NOT NULL REFERENCES accounts (id),
      option text NOT NULL,
      pickup_name text,
      pickup_latitude \($0.real) NOT NULL,
      pickup_longitude \($0.real) NOT NULL,
      dropoff_name text,
      dropoff_latitude \($0.real) NOT NULL,
      dropoff_longitude \($0.real) NOT NULL,
      currency text NOT NULL,
      price \($0.integer) NOT NULL,
      requested_at \($0.integer) NOT NULL,
      accepted_at \($0.integer) NOT NULL,
      arriving_at \($0.integer) NOT NULL,
      arrived_at \($0.integer) NOT NULL,
      boarded_at \($0.integer) NOT NULL,
      completed_at \($0.integer) NOT NULL,
      cancelled_at \($0.integer),
      seed \($0.integer) NOT NULL,
      approach \($0.blob) NOT NULL,
      route \($0.blob) NOT NULL,
      request_key text,
      request_fingerprint \($0.blob)
    )\($0.rowTableOptions);
    CREATE INDEX rides_by_rider ON rides (\($0.orderedByRowNumber("rider")));
    CREATE UNIQUE INDEX rides_by_request ON rides (rider, request_key)
      WHERE request_key IS NOT NULL;
    """
  }

  /// Sessions were opened 30 days before they expired, and end 180 days after that.
  static let sessionEnds = statements {
    """
    ALTER TABLE sessions ADD COLUMN ends_at \($0.integer) NOT NULL DEFAULT 0;
    UPDATE sessions SET ends_at = expires_at + 12960000000;
    CREATE INDEX sessions_by_rider ON sessions (rider, ends_at);
    """
  }

  /// The indexes find what refers to a rider, a post or a ride that is deleted.
  static let accountChanges = statements {
    """
    CREATE TABLE password_resets (
      rider text NOT NULL PRIMARY KEY REFERENCES accounts (id),
      code_hash \($0.blob) NOT NULL,
      expires_at \($0.integer) NOT NULL
    )\($0.tableOptions);
    CREATE INDEX shares_by_post ON shares (post);
    CREATE INDEX posts_by_ride ON posts (ride) WHERE ride IS NOT NULL;
    CREATE INDEX friends_by_friend ON friends (friend);
    CREATE INDEX blocks_by_blocked ON blocks (blocked);
    """
  }
}
