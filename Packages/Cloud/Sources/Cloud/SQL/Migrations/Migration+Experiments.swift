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

extension Migration {
  /// Experiments that were started, and the phases in which riders were split in one way. A rider
  /// belongs to the phase of the first exposure, and is not counted after meeting two variants in it:
  /// such riders are those of the empty variant.
  static let experimentPhases = statements {
    """
    CREATE TABLE experiments (
      flag \($0.sortedText) NOT NULL,
      started_at \($0.integer) NOT NULL,
      stopped_at \($0.integer),
      design text NOT NULL,
      PRIMARY KEY (flag, started_at)
    )\($0.tableOptions);
    CREATE TABLE experiment_phases (
      flag text NOT NULL,
      number \($0.integer) NOT NULL,
      since \($0.integer) NOT NULL,
      split text NOT NULL,
      PRIMARY KEY (flag, number)
    )\($0.tableOptions);
    ALTER TABLE experiment_exposures ADD COLUMN phase \($0.integer) NOT NULL DEFAULT 1;
    ALTER TABLE experiment_exposures ADD COLUMN met_two \($0.integer) NOT NULL DEFAULT 0;
    CREATE TABLE experiment_phase_counts (
      flag \($0.sortedText) NOT NULL,
      phase \($0.integer) NOT NULL,
      variant text NOT NULL,
      conversion \($0.sortedText) NOT NULL,
      subjects \($0.integer) NOT NULL,
      PRIMARY KEY (flag, phase, variant, conversion)
    )\($0.tableOptions);
    INSERT INTO experiment_phase_counts (flag, phase, variant, conversion, subjects)
    SELECT flag, CASE WHEN flag = '' THEN 0 ELSE 1 END, variant, conversion, subjects
    FROM experiment_counts;
    DROP TABLE experiment_counts;
    """
  }

  /// The segment in which a rider was at the first exposure, if the experiment has named it: counts
  /// are kept by segments, and those of all riders are their sums.
  static let experimentSegments = statements {
    """
    ALTER TABLE experiment_exposures ADD COLUMN segment text NOT NULL DEFAULT '';
    CREATE TABLE experiment_segment_counts (
      flag \($0.sortedText) NOT NULL,
      phase \($0.integer) NOT NULL,
      segment text NOT NULL,
      variant text NOT NULL,
      conversion \($0.sortedText) NOT NULL,
      subjects \($0.integer) NOT NULL,
      PRIMARY KEY (flag, phase, segment, variant, conversion)
    )\($0.tableOptions);
    INSERT INTO experiment_segment_counts (flag, phase, segment, variant, conversion, subjects)
    SELECT flag, phase, '', variant, conversion, subjects FROM experiment_phase_counts;
    DROP TABLE experiment_phase_counts;
    """
  }

  /// The values of a subject's conversions by their times, and per variant the sums over its riders:
  /// of each rider's values and of how many there were since the first exposure, of the values from
  /// before, and of their squares and products.
  static let experimentValues = statements {
    """
    CREATE TABLE experiment_values (
      subject text NOT NULL,
      name text NOT NULL,
      at \($0.integer) NOT NULL,
      value \($0.integer) NOT NULL,
      events \($0.integer) NOT NULL,
      PRIMARY KEY (subject, name, at)
    )\($0.tableOptions);
    CREATE INDEX experiment_values_by_time ON experiment_values (at);
    CREATE TABLE experiment_sums (
      flag \($0.sortedText) NOT NULL,
      phase \($0.integer) NOT NULL,
      variant text NOT NULL,
      name \($0.sortedText) NOT NULL,
    \(sums($0))
      PRIMARY KEY (flag, phase, variant, name)
    )\($0.tableOptions);
    """
  }

  /// The sums by segments, too; what was counted before is added up from the values of each subject.
  static let experimentSegmentSums = statements {
    """
    CREATE TABLE experiment_segment_sums (
      flag \($0.sortedText) NOT NULL,
      phase \($0.integer) NOT NULL,
      segment text NOT NULL,
      variant text NOT NULL,
      name \($0.sortedText) NOT NULL,
    \(sums($0))
      PRIMARY KEY (flag, phase, segment, variant, name)
    )\($0.tableOptions);
    INSERT INTO experiment_segment_sums
    SELECT flag, phase, segment, variant, name, count(*), sum(value), sum(value * value),
      sum(events), sum(events * events), sum(value * events),
      sum(before), sum(before * before), sum(value * before)
    FROM (
      SELECT flag, phase, segment, variant, name,
        CAST(sum(CASE WHEN v.at >= exposures.at THEN value ELSE 0 END) AS \($0.real)) AS value,
        CAST(sum(CASE WHEN v.at >= exposures.at THEN events ELSE 0 END) AS \($0.real)) AS events,
        CAST(sum(CASE WHEN v.at < exposures.at THEN value ELSE 0 END) AS \($0.real)) AS before
      FROM experiment_exposures AS exposures JOIN experiment_values AS v
        ON v.subject = exposures.subject
      WHERE met_two = 0
      GROUP BY exposures.subject, flag, phase, segment, variant, name
    ) AS riders
    GROUP BY flag, phase, segment, variant, name;
    DROP TABLE experiment_sums;
    """
  }

  /// The sums of a group of riders, as columns of its table.
  private static func sums(_ dialect: any SQLDialect) -> String {
    """
      riders \(dialect.integer) NOT NULL,
      value \(dialect.real) NOT NULL,
      value_squared \(dialect.real) NOT NULL,
      events \(dialect.real) NOT NULL,
      events_squared \(dialect.real) NOT NULL,
      value_events \(dialect.real) NOT NULL,
      before \(dialect.real) NOT NULL,
      before_squared \(dialect.real) NOT NULL,
      value_before \(dialect.real) NOT NULL,
    """
  }
}
