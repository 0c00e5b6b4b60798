extension Migration {
  static let first = Migration("tables") { (connection) throws(StoreError) in
    let dialect = connection.dialect
    try connection.execute(accounts(dialect))
    try connection.execute(dialect.placeTables)
    try BuiltInPlaces.write(on: connection)
    for tables in [
      rides, friends, posts, experimentEvents, experiments, experimentSubjects, experimentCounts,
      operation,
    ] {
      try connection.execute(tables(dialect))
    }
  }

  private static func accounts(_ dialect: any SQLDialect) -> String {
    """
    CREATE TABLE accounts (
      id text NOT NULL PRIMARY KEY,
      email text NOT NULL UNIQUE,
      name text NOT NULL,
      nickname text NOT NULL,
      mobile_number text NOT NULL,
      password_hash text NOT NULL,
      created_at \(dialect.integer) NOT NULL,
      flag_subject text
    )\(dialect.rowTableOptions);
    CREATE INDEX accounts_by_flag_subject ON accounts (flag_subject)
      WHERE flag_subject IS NOT NULL;
    CREATE TABLE sessions (
      token_hash \(dialect.blob) NOT NULL PRIMARY KEY,
      rider text NOT NULL REFERENCES accounts (id),
      expires_at \(dialect.integer) NOT NULL,
      ends_at \(dialect.integer) NOT NULL DEFAULT 0
    )\(dialect.tableOptions);
    CREATE INDEX sessions_by_expiry ON sessions (expires_at);
    CREATE INDEX sessions_by_rider ON sessions (rider, ends_at);
    CREATE TABLE password_resets (
      rider text NOT NULL PRIMARY KEY REFERENCES accounts (id),
      code_hash \(dialect.blob) NOT NULL,
      expires_at \(dialect.integer) NOT NULL
    )\(dialect.tableOptions);
    """
  }

  /// A ride's request is one JSON document, so that a new option of riders changes no table.
  private static func rides(_ dialect: any SQLDialect) -> String {
    """
    CREATE TABLE rides (
      number \(dialect.rowNumber),
      id text NOT NULL \(dialect.keyBesideRowNumber),
      rider text NOT NULL REFERENCES accounts (id),
      currency text NOT NULL,
      price \(dialect.integer) NOT NULL,
      requested_at \(dialect.integer) NOT NULL,
      accepted_at \(dialect.integer) NOT NULL,
      arriving_at \(dialect.integer) NOT NULL,
      arrived_at \(dialect.integer) NOT NULL,
      boarded_at \(dialect.integer) NOT NULL,
      completed_at \(dialect.integer) NOT NULL,
      cancelled_at \(dialect.integer),
      seed \(dialect.integer) NOT NULL,
      approach \(dialect.blob) NOT NULL,
      route \(dialect.blob) NOT NULL,
      request_key text,
      request_fingerprint \(dialect.blob),
      request text NOT NULL DEFAULT ''
    )\(dialect.rowTableOptions);
    CREATE INDEX rides_by_rider ON rides (\(dialect.orderedByRowNumber("rider")));
    CREATE UNIQUE INDEX rides_by_request ON rides (rider, request_key)
      WHERE request_key IS NOT NULL;
    """
  }

  /// Friends are two rows, one for each side. An invitation has the account that it is for, if there
  /// is one, and a block the name and the e-mail that the other had.
  private static func friends(_ dialect: any SQLDialect) -> String {
    """
    CREATE TABLE friends (
      rider text NOT NULL REFERENCES accounts (id),
      friend text NOT NULL REFERENCES accounts (id),
      added_at \(dialect.integer) NOT NULL,
      PRIMARY KEY (rider, friend)
    )\(dialect.tableOptions);
    CREATE INDEX friends_by_friend ON friends (friend);
    CREATE TABLE invitations (
      rider text NOT NULL REFERENCES accounts (id),
      email text NOT NULL,
      invited_at \(dialect.integer) NOT NULL,
      recipient text,
      PRIMARY KEY (rider, email)
    )\(dialect.tableOptions);
    CREATE INDEX invitations_by_email ON invitations (email);
    CREATE INDEX invitations_by_recipient ON invitations (recipient);
    CREATE TABLE declines (
      rider text NOT NULL REFERENCES accounts (id),
      inviter text NOT NULL REFERENCES accounts (id),
      ends_at \(dialect.integer) NOT NULL,
      PRIMARY KEY (rider, inviter)
    )\(dialect.tableOptions);
    CREATE INDEX declines_by_inviter ON declines (inviter);
    CREATE TABLE blocks (
      rider text NOT NULL REFERENCES accounts (id),
      blocked text NOT NULL REFERENCES accounts (id),
      blocked_at \(dialect.integer) NOT NULL,
      name text NOT NULL DEFAULT '',
      email text NOT NULL DEFAULT '',
      PRIMARY KEY (rider, blocked)
    )\(dialect.tableOptions);
    CREATE INDEX blocks_by_blocked ON blocks (blocked);
    """
  }

  private static func posts(_ dialect: any SQLDialect) -> String {
    """
    CREATE TABLE posts (
      \(dialect.hiddenRowNumber)
      id text NOT NULL \(dialect.keyBesideRowNumber),
      author text NOT NULL REFERENCES accounts (id),
      text text NOT NULL,
      ride text REFERENCES rides (id),
      created_at \(dialect.integer) NOT NULL,
      request_key text,
      request_fingerprint \(dialect.blob)
    )\(dialect.rowTableOptions);
    CREATE UNIQUE INDEX posts_by_request ON posts (author, request_key)
      WHERE request_key IS NOT NULL;
    CREATE INDEX posts_by_author ON posts (author, created_at);
    CREATE INDEX posts_by_ride ON posts (ride) WHERE ride IS NOT NULL;
    CREATE TABLE shares (
      number \(dialect.rowNumber),
      recipient text NOT NULL REFERENCES accounts (id),
      post text NOT NULL REFERENCES posts (id),
      shared_at \(dialect.integer) NOT NULL,
      read_at \(dialect.integer),
      \(dialect.keyBesideRowNumber) (recipient, post)
    )\(dialect.rowTableOptions);
    CREATE INDEX shares_by_recipient ON shares (\(dialect.orderedByRowNumber("recipient")));
    CREATE INDEX shares_by_post ON shares (post);
    """
  }

  /// The events as they were sent, and how many a subject or a network has sent in a day.
  private static func experimentEvents(_ dialect: any SQLDialect) -> String {
    """
    CREATE TABLE experiment_events (
      id text NOT NULL PRIMARY KEY,
      subject text NOT NULL,
      at \(dialect.integer) NOT NULL,
      kind text NOT NULL,
      flag \(dialect.sortedText),
      variant text,
      origin text,
      name \(dialect.sortedText)
    )\(dialect.tableOptions);
    CREATE INDEX experiment_events_by_time ON experiment_events (at);
    CREATE TABLE experiment_budgets (
      subject text NOT NULL PRIMARY KEY,
      day \(dialect.integer) NOT NULL,
      events \(dialect.integer) NOT NULL
    )\(dialect.tableOptions);
    CREATE INDEX experiment_budgets_by_day ON experiment_budgets (day);
    """
  }

  /// The experiments that were started, and the phases in which riders were split in one way.
  private static func experiments(_ dialect: any SQLDialect) -> String {
    """
    CREATE TABLE experiments (
      flag \(dialect.sortedText) NOT NULL,
      started_at \(dialect.integer) NOT NULL,
      stopped_at \(dialect.integer),
      design text NOT NULL,
      PRIMARY KEY (flag, started_at)
    )\(dialect.tableOptions);
    CREATE TABLE experiment_phases (
      flag text NOT NULL,
      number \(dialect.integer) NOT NULL,
      since \(dialect.integer) NOT NULL,
      split text NOT NULL,
      PRIMARY KEY (flag, number)
    )\(dialect.tableOptions);
    """
  }

  /// The first exposure of each subject, the last conversions, and the values. A rider belongs to the
  /// phase and the segment of the first exposure, and is not counted after meeting two variants in it.
  private static func experimentSubjects(_ dialect: any SQLDialect) -> String {
    """
    CREATE TABLE experiment_exposures (
      subject text NOT NULL,
      flag text NOT NULL,
      variant text NOT NULL,
      at \(dialect.integer) NOT NULL,
      phase \(dialect.integer) NOT NULL DEFAULT 1,
      met_two \(dialect.integer) NOT NULL DEFAULT 0,
      segment text NOT NULL DEFAULT '',
      PRIMARY KEY (subject, flag)
    )\(dialect.tableOptions);
    CREATE INDEX experiment_exposures_by_time ON experiment_exposures (at);
    CREATE TABLE experiment_conversions (
      subject text NOT NULL,
      name text NOT NULL,
      at \(dialect.integer) NOT NULL,
      PRIMARY KEY (subject, name)
    )\(dialect.tableOptions);
    CREATE INDEX experiment_conversions_by_time ON experiment_conversions (at);
    CREATE TABLE experiment_values (
      subject text NOT NULL,
      name text NOT NULL,
      at \(dialect.integer) NOT NULL,
      value \(dialect.integer) NOT NULL,
      events \(dialect.integer) NOT NULL,
      PRIMARY KEY (subject, name, at)
    )\(dialect.tableOptions);
    CREATE INDEX experiment_values_by_time ON experiment_values (at);
    """
  }

  /// How many subjects the exposures and conversions make, and the sums over them: of each rider's
  /// values and of how many there were since the first exposure, of the values from before, and of
  /// their squares and products. Riders who met two variants are those of the empty variant.
  private static func experimentCounts(_ dialect: any SQLDialect) -> String {
    """
    CREATE TABLE experiment_segment_counts (
      flag \(dialect.sortedText) NOT NULL,
      phase \(dialect.integer) NOT NULL,
      segment text NOT NULL,
      variant text NOT NULL,
      conversion \(dialect.sortedText) NOT NULL,
      subjects \(dialect.integer) NOT NULL,
      PRIMARY KEY (flag, phase, segment, variant, conversion)
    )\(dialect.tableOptions);
    CREATE TABLE experiment_segment_sums (
      flag \(dialect.sortedText) NOT NULL,
      phase \(dialect.integer) NOT NULL,
      segment text NOT NULL,
      variant text NOT NULL,
      name \(dialect.sortedText) NOT NULL,
      riders \(dialect.integer) NOT NULL,
      value \(dialect.real) NOT NULL,
      value_squared \(dialect.real) NOT NULL,
      events \(dialect.real) NOT NULL,
      events_squared \(dialect.real) NOT NULL,
      value_events \(dialect.real) NOT NULL,
      before \(dialect.real) NOT NULL,
      before_squared \(dialect.real) NOT NULL,
      value_before \(dialect.real) NOT NULL,
      PRIMARY KEY (flag, phase, segment, variant, name)
    )\(dialect.tableOptions);
    """
  }

  /// The published definitions of flags, where the key lets one of two concurrent changes win, and
  /// what operators need. An event of the audit may outlive the account and the token that it names,
  /// and has how often it happened, and whose share of the log it is part of.
  private static func operation(_ dialect: any SQLDialect) -> String {
    """
    CREATE TABLE flag_versions (
      number \(dialect.integer) NOT NULL PRIMARY KEY,
      published_at \(dialect.integer) NOT NULL,
      author text NOT NULL,
      message text NOT NULL,
      document text NOT NULL
    )\(dialect.rowTableOptions);
    CREATE TABLE admin_tokens (
      name \(dialect.sortedText) NOT NULL PRIMARY KEY,
      hash \(dialect.blob) NOT NULL UNIQUE,
      created_at \(dialect.integer) NOT NULL,
      expires_at \(dialect.integer) NOT NULL
    )\(dialect.tableOptions);
    CREATE TABLE maintenance (
      task text NOT NULL PRIMARY KEY,
      done_at \(dialect.integer) NOT NULL
    )\(dialect.tableOptions);
    CREATE TABLE audit_events (
      number \(dialect.rowNumberKey),
      at \(dialect.integer) NOT NULL,
      action text NOT NULL,
      rider text,
      email_hash text,
      admin_token text,
      address text,
      count \(dialect.integer) NOT NULL DEFAULT 1,
      caller text
    )\(dialect.rowTableOptions);
    CREATE INDEX audit_events_by_time ON audit_events (at);
    CREATE INDEX audit_events_by_caller ON audit_events (caller, at);
    """
  }
}
