import Basics
import CloudTesting
import Core
import Testing

@testable import Cloud
@testable import CloudPostgreSQL

/// The tables are those that the 22 unnamed versions of the development led to.
struct FirstMigrationTests {
  /// What a SQLite database's catalog says, without how the statements were written.
  private static let sqliteSchema = SQLStatement(
    once: """
      SELECT t.name || ' ' || t.type || ' withoutRowID=' || t.wr || ' strict=' || t.strict
      FROM pragma_table_list AS t WHERE t.schema = 'main' AND t.name NOT GLOB 'sqlite_*'
        AND t.type <> 'shadow'
      UNION ALL
      SELECT m.name || '.' || c.cid || ' ' || c.name || ' ' || c.type || ' notNull=' || c."notnull"
        || ' default=' || coalesce(c.dflt_value, '') || ' key=' || c.pk || ' hidden=' || c.hidden
      FROM pragma_table_list AS m JOIN pragma_table_xinfo(m.name) AS c
      WHERE m.schema = 'main' AND m.type = 'table' AND m.name NOT GLOB 'sqlite_*'
      UNION ALL
      SELECT m.name || ' index ' || i.name || ' unique=' || i."unique" || ' ' || i.origin || ' '
        || (SELECT group_concat(coalesce(x.name, 'rowid') || ' ' || x.coll, ', ')
          FROM pragma_index_xinfo(i.name) AS x)
      FROM pragma_table_list AS m JOIN pragma_index_list(m.name) AS i
      WHERE m.schema = 'main' AND m.type = 'table' AND m.name NOT GLOB 'sqlite_*'
      UNION ALL
      SELECT m.name || ' ' || f."from" || ' refers to ' || f."table" || '.' || f."to"
      FROM pragma_table_list AS m JOIN pragma_foreign_key_list(m.name) AS f
      WHERE m.schema = 'main' AND m.type = 'table'
      UNION ALL
      SELECT name || ' is ' || sql FROM sqlite_schema
      WHERE type = 'index' AND sql IS NOT NULL OR sql GLOB 'CREATE VIRTUAL*'
      """)

  /// The same of a PostgreSQL database.
  private static let postgreSQLSchema = SQLStatement(
    once: """
      SELECT table_name || '.' || ordinal_position || ' ' || column_name || ' ' || udt_name
        || ' nullable=' || is_nullable || ' default=' || coalesce(column_default, '')
        || ' collation=' || coalesce(collation_name, '')
        || ' identity=' || coalesce(identity_generation, '')
        || ' generated=' || coalesce(generation_expression, '')
      FROM information_schema.columns WHERE table_schema = current_schema()
      UNION ALL
      SELECT tablename || ' index ' || replace(indexdef, schemaname || '.', '') FROM pg_indexes
      WHERE schemaname = current_schema()
      UNION ALL
      SELECT conrelid::regclass || ' constraint ' || conname || ' ' || pg_get_constraintdef(oid)
      FROM pg_constraint
      WHERE connamespace = current_schema()::regnamespace AND contype <> 'n' AND conrelid <> 0
      """)

  private func lines(
    of statement: SQLStatement, in connection: any SQLConnection
  ) throws -> [String] {
    try connection.all(statement) { $0.text(0).split { $0.isWhitespace }.joined(separator: " ") }
      .filter { !$0.hasPrefix("koober_") }.sorted()
  }

  private func refusal(_ body: () throws -> Void) -> String? {
    let error = #expect(throws: StoreError.self) { try body() }
    switch error {
    case .file(let failure)? where failure.kind == .newerVersion: return failure.reason
    case .newerVersion(let reason)?: return reason
    default: return nil
    }
  }

  @Test func `A SQLite database has the tables of the development`() throws {
    let connection = try SQLiteConnection(path: nil)
    try Migration.first.apply(connection)

    let found = try lines(of: Self.sqliteSchema, in: connection)

    #expect(found == DevelopmentSchema.sqlite.split(separator: "\n").map(String.init))
  }

  @Test(.enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed"))
  func `A PostgreSQL database has the tables of the development`() throws {
    try #require(PostgreSQLServer.shared).get().withDatabase { (url) throws in
      let connection = try PostgreSQLConnection(url: url)
      try connection.transaction { () throws(StoreError) in try Migration.first.apply(connection) }

      let found = try lines(of: Self.postgreSQLSchema, in: connection)

      #expect(found == DevelopmentSchema.postgreSQL.split(separator: "\n").map(String.init))
    }
  }

  private let ann = """
    INSERT INTO accounts (id, email, name, nickname, mobile_number, password_hash, created_at)
    VALUES ('id-of-ann', 'ann@example.com', 'ann', 'a', '1', 'h', 1)
    """

  @Test(arguments: StoreUnderTest.onDisk)
  func `The last numbered database is used further, and gets names`(kind: StoreUnderTest) throws {
    try kind.withStore(holding: ann) { (store) throws in
      #expect(try store.database.schemaVersion() == 1)

      #expect(try store.account(email: "ann@example.com")?.profile.name == "ann")

      #expect(try store.database.schemaVersion() == Migration.all.count)
      try store.database.read { (connection) throws(StoreError) in
        #expect(try connection.migrationNames() == Set(Migration.all.map(\.name)))
      }
    }
  }

  @Test(arguments: StoreUnderTest.onDisk)
  func `Rides of the first tables are read as they were requested`(kind: StoreUnderTest) throws {
    let corner = String(repeating: "0", count: 32)
    let path = kind == .postgreSQL ? "'\\x\(corner)'" : "x'\(corner)'"
    let rides = """
      \(ann);
      INSERT INTO rides (id, rider, option, pickup_name, pickup_latitude, pickup_longitude,
        dropoff_name, dropoff_latitude, dropoff_longitude, currency, price, requested_at,
        accepted_at, arriving_at, arrived_at, boarded_at, completed_at, seed, approach, route)
      VALUES ('ride', 'id-of-ann', 'kangaroo', NULL, -33.85, 151.2144, 'The "Dôme"', 48.8584, 2.0,
        'AUD', 1200, 1, 2, 3, 4, 5, 6, 7, \(path), \(path))
      """
    try kind.withStore(holding: rides) { (store) throws in
      let ride = try store.ride(Identifier("ride"), of: Identifier("id-of-ann"))

      #expect(
        ride?.request
          == RideRequest(
            pickup: Waypoint(Location(nearestTo: -33.85, 151.2144)),
            dropoff: Waypoint(Location(nearestTo: 48.8584, 2), name: "The \"Dôme\""),
            option: .kangaroo))
    }
  }

  @Test(arguments: StoreUnderTest.onDisk, [19, 21, 24])
  func `A database of another number is refused`(kind: StoreUnderTest, number: Int) throws {
    try kind.withStore(ofNumber: number, holding: ann) { (store) throws in
      for _ in 0..<2 {
        let reason = refusal { _ = try store.account(email: "ann@example.com") }
        #expect(reason?.contains("version \(number)") == true)
      }
    }
  }

  @Test(arguments: StoreUnderTest.onDisk)
  func `A database with a later migration is refused`(kind: StoreUnderTest) throws {
    try kind.withStore(holding: ann) { (store) throws in
      try store.database.write { (connection, _) throws(StoreError) in
        try connection.execute("INSERT INTO koober_migrations VALUES ('later')")
      }

      let reason = refusal { _ = try store.database.schemaVersion() }
      #expect(reason?.contains("'later'") == true)
    }
  }

  @Test(arguments: StoreUnderTest.onDisk)
  func `Accounts that the development has left unreachable are named`(
    kind: StoreUnderTest
  ) throws {
    let rows = """
      INSERT INTO accounts (id, email, name, nickname, mobile_number, password_hash, created_at)
      VALUES ('zoe', 'zo\u{EB}@example.com', 'Zoe', 'z', '1', 'h', 4),
        ('zoe2', 'zoe\u{308}@example.com', 'Zoe', 'z', '1', 'h', 3)
      """
    try kind.withStore(holding: rows) { (store) throws in
      let kept = try store.unreachableAccounts()
      #expect(kept.map(\.id) == [Identifier("zoe2")])
      #expect(kept.first?.email.utf8.elementsEqual("zoe\u{308}@example.com".utf8) == true)
    }
  }
}
