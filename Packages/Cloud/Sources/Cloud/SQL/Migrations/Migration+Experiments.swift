extension Migration {
  static let experiments = statements {
    """
    CREATE TABLE experiment_events (
      id text NOT NULL PRIMARY KEY,
      subject text NOT NULL,
      at \($0.integer) NOT NULL,
      kind text NOT NULL,
      flag \($0.sortedText),
      variant text,
      origin text,
      name \($0.sortedText)
    )\($0.tableOptions);
    CREATE INDEX experiment_events_by_flag ON experiment_events (flag) WHERE flag IS NOT NULL;
    CREATE INDEX experiment_events_by_name ON experiment_events (name) WHERE name IS NOT NULL;
    """
  }

  /// A subject's first exposure to a flag, the last time of each of its conversions, how many
  /// subjects they make, and how many events a subject has sent on a day.
  static let experimentCounts = statements {
    """
    CREATE TABLE experiment_exposures (
      subject text NOT NULL,
      flag text NOT NULL,
      variant text NOT NULL,
      at \($0.integer) NOT NULL,
      PRIMARY KEY (subject, flag)
    )\($0.tableOptions);
    CREATE TABLE experiment_conversions (
      subject text NOT NULL,
      name text NOT NULL,
      at \($0.integer) NOT NULL,
      PRIMARY KEY (subject, name)
    )\($0.tableOptions);
    CREATE TABLE experiment_counts (
      flag \($0.sortedText) NOT NULL,
      variant text NOT NULL,
      conversion \($0.sortedText) NOT NULL,
      subjects \($0.integer) NOT NULL,
      PRIMARY KEY (flag, variant, conversion)
    )\($0.tableOptions);
    CREATE TABLE experiment_budgets (
      subject text NOT NULL PRIMARY KEY,
      day \($0.integer) NOT NULL,
      events \($0.integer) NOT NULL
    )\($0.tableOptions);
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
}
