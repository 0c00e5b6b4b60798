extension Migration {
  static let first = Migration("tables") { (connection) throws(StoreError) in
    let dialect = connection.dialect
    let (integer, real, blob) = (dialect.integer, dialect.real, dialect.blob)
    let (sortedText, options, rowOptions) = (
      dialect.sortedText, dialect.tableOptions, dialect.rowTableOptions
    )
    try connection.execute(
      """
      CREATE TABLE accounts (
        id text NOT NULL PRIMARY KEY, email text NOT NULL UNIQUE,
        name text NOT NULL, nickname text NOT NULL, mobile_number text NOT NULL,
        password_hash text NOT NULL, created_at \(integer) NOT NULL, flag_subject text
      )\(rowOptions);
      CREATE INDEX accounts_by_flag_subject ON accounts (flag_subject)
        WHERE flag_subject IS NOT NULL;
      CREATE TABLE sessions (
        token_hash \(blob) NOT NULL PRIMARY KEY,
        rider text NOT NULL REFERENCES accounts (id),
        expires_at \(integer) NOT NULL, ends_at \(integer) NOT NULL DEFAULT 0
      )\(options);
      CREATE INDEX sessions_by_expiry ON sessions (expires_at);
      CREATE INDEX sessions_by_rider ON sessions (rider, ends_at);
      CREATE TABLE password_resets (
        rider text NOT NULL PRIMARY KEY REFERENCES accounts (id),
        code_hash \(blob) NOT NULL, expires_at \(integer) NOT NULL
      )\(options);
      """)
    try connection.execute(dialect.placeTables)
    // A ride's request is one JSON document, so that a new option of riders changes no table.
    try connection.execute(
      """
      CREATE TABLE rides (
        number \(dialect.rowNumber),
        id text NOT NULL \(dialect.keyBesideRowNumber),
        rider text NOT NULL REFERENCES accounts (id),
        currency text NOT NULL, price \(integer) NOT NULL,
        requested_at \(integer) NOT NULL, accepted_at \(integer) NOT NULL,
        arriving_at \(integer) NOT NULL, arrived_at \(integer) NOT NULL,
        boarded_at \(integer) NOT NULL, completed_at \(integer) NOT NULL, cancelled_at \(integer),
        seed \(integer) NOT NULL, approach \(blob) NOT NULL, route \(blob) NOT NULL,
        request_key text, request_fingerprint \(blob), request text NOT NULL DEFAULT ''
      )\(rowOptions);
      CREATE INDEX rides_by_rider ON rides (\(dialect.orderedByRowNumber("rider")));
      CREATE UNIQUE INDEX rides_by_request ON rides (rider, request_key)
        WHERE request_key IS NOT NULL;
      """)
    // Friends are two rows, one for each side. An invitation has the account that it is for, if
    // there is one, and a block the name and the e-mail that the other had.
    try connection.execute(
      """
      CREATE TABLE friends (
        rider text NOT NULL REFERENCES accounts (id),
        friend text NOT NULL REFERENCES accounts (id),
        added_at \(integer) NOT NULL, PRIMARY KEY (rider, friend)
      )\(options);
      CREATE INDEX friends_by_friend ON friends (friend);
      CREATE TABLE invitations (
        rider text NOT NULL REFERENCES accounts (id), email text NOT NULL,
        invited_at \(integer) NOT NULL, recipient text, PRIMARY KEY (rider, email)
      )\(options);
      CREATE INDEX invitations_by_email ON invitations (email);
      CREATE INDEX invitations_by_recipient ON invitations (recipient);
      CREATE TABLE declines (
        rider text NOT NULL REFERENCES accounts (id),
        inviter text NOT NULL REFERENCES accounts (id),
        ends_at \(integer) NOT NULL, PRIMARY KEY (rider, inviter)
      )\(options);
      CREATE INDEX declines_by_inviter ON declines (inviter);
      CREATE TABLE blocks (
        rider text NOT NULL REFERENCES accounts (id),
        blocked text NOT NULL REFERENCES accounts (id), blocked_at \(integer) NOT NULL,
        name text NOT NULL DEFAULT '', email text NOT NULL DEFAULT '', PRIMARY KEY (rider, blocked)
      )\(options);
      CREATE INDEX blocks_by_blocked ON blocks (blocked);
      CREATE TABLE posts (
        \(dialect.hiddenRowNumber)
        id text NOT NULL \(dialect.keyBesideRowNumber),
        author text NOT NULL REFERENCES accounts (id), text text NOT NULL,
        ride text REFERENCES rides (id), created_at \(integer) NOT NULL,
        request_key text, request_fingerprint \(blob)
      )\(rowOptions);
      CREATE UNIQUE INDEX posts_by_request ON posts (author, request_key)
        WHERE request_key IS NOT NULL;
      CREATE INDEX posts_by_author ON posts (author, created_at);
      CREATE INDEX posts_by_ride ON posts (ride) WHERE ride IS NOT NULL;
      CREATE TABLE shares (
        number \(dialect.rowNumber),
        recipient text NOT NULL REFERENCES accounts (id),
        post text NOT NULL REFERENCES posts (id),
        shared_at \(integer) NOT NULL, read_at \(integer),
        \(dialect.keyBesideRowNumber) (recipient, post)
      )\(rowOptions);
      CREATE INDEX shares_by_recipient ON shares (\(dialect.orderedByRowNumber("recipient")));
      CREATE INDEX shares_by_post ON shares (post);
      """)
    // The events as they were sent, and how many a subject or a network has sent in a day; the
    // experiments that were started, and the phases in which riders were split in one way.
    try connection.execute(
      """
      CREATE TABLE experiment_events (
        id text NOT NULL PRIMARY KEY, subject text NOT NULL, at \(integer) NOT NULL,
        kind text NOT NULL, flag \(sortedText), variant text, origin text, name \(sortedText)
      )\(options);
      CREATE INDEX experiment_events_by_time ON experiment_events (at);
      CREATE TABLE experiment_budgets (
        subject text NOT NULL PRIMARY KEY, day \(integer) NOT NULL, events \(integer) NOT NULL
      )\(options);
      CREATE INDEX experiment_budgets_by_day ON experiment_budgets (day);
      CREATE TABLE experiments (
        flag \(sortedText) NOT NULL, started_at \(integer) NOT NULL, stopped_at \(integer),
        design text NOT NULL, PRIMARY KEY (flag, started_at)
      )\(options);
      CREATE TABLE experiment_phases (
        flag text NOT NULL, number \(integer) NOT NULL, since \(integer) NOT NULL,
        split text NOT NULL, PRIMARY KEY (flag, number)
      )\(options);
      """)
    // The first exposure of each subject, the last conversions, and the values. A rider belongs to
    // the phase and the segment of the first exposure, and is not counted after meeting two variants
    // in it.
    try connection.execute(
      """
      CREATE TABLE experiment_exposures (
        subject text NOT NULL, flag text NOT NULL, variant text NOT NULL, at \(integer) NOT NULL,
        phase \(integer) NOT NULL DEFAULT 1, met_two \(integer) NOT NULL DEFAULT 0,
        segment text NOT NULL DEFAULT '', PRIMARY KEY (subject, flag)
      )\(options);
      CREATE INDEX experiment_exposures_by_time ON experiment_exposures (at);
      CREATE TABLE experiment_conversions (
        subject text NOT NULL, name text NOT NULL, at \(integer) NOT NULL,
        PRIMARY KEY (subject, name)
      )\(options);
      CREATE INDEX experiment_conversions_by_time ON experiment_conversions (at);
      CREATE TABLE experiment_values (
        subject text NOT NULL, name text NOT NULL, at \(integer) NOT NULL,
        value \(integer) NOT NULL, events \(integer) NOT NULL, PRIMARY KEY (subject, name, at)
      )\(options);
      CREATE INDEX experiment_values_by_time ON experiment_values (at);
      """)
    // How many subjects the exposures and conversions make, and the sums over them: of each rider's
    // values and of how many there were since the first exposure, of the values from before, and of
    // their squares and products. Riders who met two variants are those of the empty variant.
    try connection.execute(
      """
      CREATE TABLE experiment_segment_counts (
        flag \(sortedText) NOT NULL, phase \(integer) NOT NULL, segment text NOT NULL,
        variant text NOT NULL, conversion \(sortedText) NOT NULL, subjects \(integer) NOT NULL,
        PRIMARY KEY (flag, phase, segment, variant, conversion)
      )\(options);
      CREATE TABLE experiment_segment_sums (
        flag \(sortedText) NOT NULL, phase \(integer) NOT NULL, segment text NOT NULL,
        variant text NOT NULL, name \(sortedText) NOT NULL, riders \(integer) NOT NULL,
        value \(real) NOT NULL, value_squared \(real) NOT NULL,
        events \(real) NOT NULL, events_squared \(real) NOT NULL, value_events \(real) NOT NULL,
        before \(real) NOT NULL, before_squared \(real) NOT NULL, value_before \(real) NOT NULL,
        PRIMARY KEY (flag, phase, segment, variant, name)
      )\(options);
      """)
    // The published definitions of flags, where the key lets one of two concurrent changes win, and
    // what operators need. An event of the audit may outlive the account and the token that it
    // names, and has how often it happened, and whose share of the log it is part of.
    try connection.execute(
      """
      CREATE TABLE flag_versions (
        number \(integer) NOT NULL PRIMARY KEY, published_at \(integer) NOT NULL,
        author text NOT NULL, message text NOT NULL, document text NOT NULL
      )\(rowOptions);
      CREATE TABLE admin_tokens (
        name \(sortedText) NOT NULL PRIMARY KEY, hash \(blob) NOT NULL UNIQUE,
        created_at \(integer) NOT NULL, expires_at \(integer) NOT NULL
      )\(options);
      CREATE TABLE maintenance (task text NOT NULL PRIMARY KEY, done_at \(integer) NOT NULL)\(options);
      CREATE TABLE audit_events (
        number \(dialect.rowNumberKey), at \(integer) NOT NULL, action text NOT NULL,
        rider text, email_hash text, admin_token text, address text,
        count \(integer) NOT NULL DEFAULT 1, caller text
      )\(rowOptions);
      CREATE INDEX audit_events_by_time ON audit_events (at);
      CREATE INDEX audit_events_by_caller ON audit_events (caller, at);
      """)
  }
}
