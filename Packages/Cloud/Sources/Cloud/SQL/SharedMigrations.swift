/// The types of columns, by the names of one database.
package struct SQLTypes: Sendable {
  /// A signed 64-bit integer.
  package let integer: String
  package let blob: String
  /// Text that is ordered by its bytes.
  package let sortedText: String
  /// What follows the columns of a table.
  package let tableOptions: String

  package init(integer: String, blob: String, sortedText: String, tableOptions: String) {
    self.integer = integer
    self.blob = blob
    self.sortedText = sortedText
    self.tableOptions = tableOptions
  }
}

/// The migrations that differ between databases in the types of the columns only.
package enum SharedMigrations {
  package static func administration(_ types: SQLTypes) -> String {
    """
    CREATE TABLE admin_tokens (
      name \(types.sortedText) NOT NULL PRIMARY KEY,
      hash \(types.blob) NOT NULL UNIQUE,
      created_at \(types.integer) NOT NULL,
      expires_at \(types.integer) NOT NULL
    )\(types.tableOptions);
    """
  }

  package static func maintenance(_ types: SQLTypes) -> String {
    """
    CREATE TABLE maintenance (
      task text NOT NULL PRIMARY KEY,
      done_at \(types.integer) NOT NULL
    )\(types.tableOptions);
    """
  }

  /// A subject's first exposure to a flag, the last time of each of its conversions, how many
  /// subjects they make, and how many events a subject has sent on a day.
  package static func experimentCounts(_ types: SQLTypes) -> String {
    """
    CREATE TABLE experiment_exposures (
      subject text NOT NULL,
      flag text NOT NULL,
      variant text NOT NULL,
      at \(types.integer) NOT NULL,
      PRIMARY KEY (subject, flag)
    )\(types.tableOptions);
    CREATE TABLE experiment_conversions (
      subject text NOT NULL,
      name text NOT NULL,
      at \(types.integer) NOT NULL,
      PRIMARY KEY (subject, name)
    )\(types.tableOptions);
    CREATE TABLE experiment_counts (
      flag \(types.sortedText) NOT NULL,
      variant text NOT NULL,
      conversion \(types.sortedText) NOT NULL,
      subjects \(types.integer) NOT NULL,
      PRIMARY KEY (flag, variant, conversion)
    )\(types.tableOptions);
    CREATE TABLE experiment_budgets (
      subject text NOT NULL PRIMARY KEY,
      day \(types.integer) NOT NULL,
      events \(types.integer) NOT NULL
    )\(types.tableOptions);
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
    """
  }

  /// Sessions were opened 30 days before they expired, and end 180 days after that.
  package static func sessionEnds(_ types: SQLTypes) -> String {
    """
    ALTER TABLE sessions ADD COLUMN ends_at \(types.integer) NOT NULL DEFAULT 0;
    UPDATE sessions SET ends_at = expires_at + 12960000000;
    CREATE INDEX sessions_by_rider ON sessions (rider, ends_at);
    """
  }

  /// Friends are two rows, one for each side. Earlier versions had a row as soon as one side wanted
  /// it; without the other side's row that is an invitation now.
  package static func consent(_ types: SQLTypes) -> String {
    """
    CREATE TABLE invitations (
      rider text NOT NULL REFERENCES accounts (id),
      email text NOT NULL,
      invited_at \(types.integer) NOT NULL,
      PRIMARY KEY (rider, email)
    )\(types.tableOptions);
    CREATE INDEX invitations_by_email ON invitations (email);
    CREATE TABLE blocks (
      rider text NOT NULL REFERENCES accounts (id),
      blocked text NOT NULL REFERENCES accounts (id),
      blocked_at \(types.integer) NOT NULL,
      PRIMARY KEY (rider, blocked)
    )\(types.tableOptions);
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
    """
  }
}
