/// One named step of the schema; steps are only ever added, and a name never changes.
///
/// Times are whole milliseconds since 1970, latitudes and longitudes degrees.
package struct Migration: Sendable {
  package let name: String
  let apply: @Sendable (any SQLConnection) throws(StoreError) -> Void

  init(
    _ name: String, apply: @escaping @Sendable (any SQLConnection) throws(StoreError) -> Void
  ) {
    self.name = name
    self.apply = apply
  }

  /// All steps in order; the version of a database is how many of them it has seen.
  package static let all: [Migration] = [.first, .rideRequest]

  /// The number with which the development before the first release left databases that have the
  /// tables of ``first``.
  package static let lastNumber = 22

  /// Returns the steps that databases with a number instead of names have seen.
  package static func names(ofNumber number: Int) throws(StoreError) -> Set<String> {
    guard number == lastNumber else {
      throw .newerVersion(
        reason: "the database has version \(number), of the numbered ones this program knows "
          + "\(lastNumber)")
    }
    return [first.name]
  }
}

extension SQLConnection {
  /// Returns the names of the steps that the database has seen.
  ///
  /// - Throws: ``StoreError/newerVersion(reason:)`` for a step that this program does not know.
  package func migrationNames() throws(StoreError) -> Set<String> {
    let names = try all(SQLStatement(once: "SELECT name FROM koober_migrations")) { $0.text(0) }
    if let unknown = Set(names).subtracting(Migration.all.map(\.name)).min() {
      throw .newerVersion(
        reason: "the database has the version '\(unknown)', which this program does not know")
    }
    return Set(names)
  }

  /// Takes the missing steps, in the running transaction, and stores the names of all.
  package func migrate(from names: Set<String>) throws(StoreError) {
    try execute(
      """
      CREATE TABLE IF NOT EXISTS koober_migrations (name text NOT NULL PRIMARY KEY)\
      \(dialect.tableOptions)
      """)
    for migration in Migration.all {
      if !names.contains(migration.name) { try migration.apply(self) }
      try execute(
        "INSERT INTO koober_migrations VALUES ('\(migration.name)') ON CONFLICT DO NOTHING")
    }
  }
}
