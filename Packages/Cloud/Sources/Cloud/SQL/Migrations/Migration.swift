/// One step from a version of the schema to the next; steps are only ever added.
///
/// Times are whole milliseconds since 1970, latitudes and longitudes degrees.
package struct Migration: Sendable {
  package let apply: @Sendable (any SQLConnection) throws(StoreError) -> Void

  /// All steps in order; the version of a database is the number of steps that it has seen.
  package static let all: [Migration] = [
    .accounts, .places, .rides, .sharing, .experiments, .administration, .maintenance, .audit,
    .experimentCounts, .sessionEnds, .consent, .composedEmails, .accountChanges, .flagVersions,
    .flagSubjects, .experimentPhases, .experimentSegments,
    .experimentValues, .experimentSegmentSums, .recipients,
    .auditShares, .secretSubjects,
  ]
}

extension Migration {
  static func statements(_ sql: @escaping @Sendable (any SQLDialect) -> String) -> Migration {
    Migration { (connection) throws(StoreError) in
      try connection.execute(sql(connection.dialect))
    }
  }

  fileprivate static let places = Migration { (connection) throws(StoreError) in
    try connection.execute(connection.dialect.placeTables)
    try BuiltInPlaces.write(on: connection)
  }

  /// Earlier versions took the composed and the decomposed form of a letter for two e-mails.
  fileprivate static let composedEmails = Migration { (connection) throws(StoreError) in
    try EmailNormalization.apply(on: connection)
  }

  static let administration = statements {
    """
    CREATE TABLE admin_tokens (
      name \($0.sortedText) NOT NULL PRIMARY KEY,
      hash \($0.blob) NOT NULL UNIQUE,
      created_at \($0.integer) NOT NULL,
      expires_at \($0.integer) NOT NULL
    )\($0.tableOptions);
    """
  }

  static let maintenance = statements {
    """
    CREATE TABLE maintenance (
      task text NOT NULL PRIMARY KEY,
      done_at \($0.integer) NOT NULL
    )\($0.tableOptions);
    """
  }

  /// An event may outlive the account and the token that it names.
  static let audit = statements {
    """
    CREATE TABLE audit_events (
      number \($0.rowNumberKey),
      at \($0.integer) NOT NULL,
      action text NOT NULL,
      rider text,
      email_hash text,
      admin_token text,
      address text
    )\($0.rowTableOptions);
    """
  }

  /// How often an event happened, and whose share of the log it is part of.
  static let auditShares = statements {
    """
    ALTER TABLE audit_events ADD COLUMN count \($0.integer) NOT NULL DEFAULT 1;
    ALTER TABLE audit_events ADD COLUMN caller text;
    UPDATE audit_events SET caller = coalesce(rider, address, '')
      WHERE admin_token IS NULL AND action <> 'passwordResetCreation';
    CREATE INDEX audit_events_by_time ON audit_events (at);
    CREATE INDEX audit_events_by_caller ON audit_events (caller, at);
    """
  }
}
