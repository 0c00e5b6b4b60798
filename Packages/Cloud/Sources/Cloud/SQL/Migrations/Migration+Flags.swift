extension Migration {
  /// The published definitions of flags; the primary key lets one of two concurrent changes win.
  static let flagVersions = statements {
    """
    CREATE TABLE flag_versions (
      number \($0.integer) NOT NULL PRIMARY KEY,
      published_at \($0.integer) NOT NULL,
      author text NOT NULL,
      message text NOT NULL,
      document text NOT NULL
    )\($0.rowTableOptions);
    """
  }

  /// A rider keeps the variants that the installation had at the sign-up.
  static let flagSubjects = statements { _ in
    """
    ALTER TABLE accounts ADD COLUMN flag_subject text;
    CREATE INDEX accounts_by_flag_subject ON accounts (flag_subject)
      WHERE flag_subject IS NOT NULL;
    """
  }

  /// Earlier versions sent the events of some riders under their identifiers, which others see.
  static let secretSubjects = statements {
    "UPDATE accounts SET flag_subject = \($0.randomIdentifier) WHERE flag_subject IS NULL"
  }
}
