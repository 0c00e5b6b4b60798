/// One named step of the schema; steps are only ever added, and a name never changes.
///
/// Times are whole milliseconds since 1970, latitudes and longitudes degrees.
package struct Migration: Sendable {
  package let name: String
  let apply: @Sendable (any SQLConnection) throws(StoreError) -> Void

  init(_ name: String, apply: @escaping @Sendable (any SQLConnection) throws(StoreError) -> Void) {
    self.name = name
    self.apply = apply
  }

  /// All steps in order; the version of a database is how many of them it has seen.
  package static let all: [Migration] = [
    .first, .quotes, .map, .live, .dispatch, .switchback, .otherNames, .phases, .rideBlocks,
    .progress, .formerRides, .approval, .twoOffers, .stars,
  ]
}

extension SQLConnection {
  /// Returns the names of the steps that the database has seen.
  ///
  /// - Throws: ``StoreError/newerVersion(reason:)`` for a step that this program does not know.
  package func migrationNames() throws(StoreError) -> Set<String> {
    let names = Set(
      try all(SQLStatement(once: "SELECT name FROM koober_migrations")) { $0.text(0) })
    if let unknown = names.subtracting(Migration.all.map(\.name)).min() {
      throw .unknown(version: "'\(unknown)'")
    }
    return names
  }

  /// Takes the missing steps, in the running transaction, and stores the names of all.
  package func migrate(from names: Set<String>) throws(StoreError) {
    try execute(
      """
      CREATE TABLE IF NOT EXISTS koober_migrations (name text NOT NULL PRIMARY KEY)\
      \(dialect.tableOptions)
      """)
    for migration in Migration.all where !names.contains(migration.name) {
      try migration.apply(self)
      try execute("INSERT INTO koober_migrations VALUES ('\(migration.name)')")
    }
  }
}

extension StoreError {
  /// The database has a version that this program does not know.
  static func unknown(version: String) -> StoreError {
    .newerVersion(
      reason: "the database has the version \(version), which this program does not know")
  }
}
