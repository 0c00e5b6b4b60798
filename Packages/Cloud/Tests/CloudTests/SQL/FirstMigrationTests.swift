import Basics
import CloudTesting
import Core
import Testing

@testable import CloudDomain
@testable import CloudStore
@testable import Cloud
@testable import CloudPostgreSQL

/// The tables are those that the migrations of the development led to.
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

  @Test(arguments: StoreUnderTest.onDisk)
  func `A database with the two migrations of the development is used further`(
    kind: StoreUnderTest
  ) throws {
    try kind.withStore { (store) throws in
      try store.addRider("ann")
      try store.database.write { (connection, _) throws(StoreError) in
        try connection.execute(
          """
          DELETE FROM koober_migrations;
          INSERT INTO koober_migrations VALUES ('first'), ('ride request'), ('quotes'), ('map'),
            ('live'), ('dispatch'), ('switchback'), ('other names')
          """)
      }

      #expect(try store.database.schemaVersion() == Migration.all.count)
      #expect(try store.account(email: "ann@example.com")?.profile.name == "ann")
      try store.database.read { (connection) throws(StoreError) in
        #expect(try connection.migrationNames() == Set(Migration.all.map(\.name)))
      }
    }
  }

  @Test(arguments: StoreUnderTest.onDisk, ["later", "first"])
  func `A database with another migration is refused`(kind: StoreUnderTest, name: String) throws {
    try kind.withStore { (store) throws in
      try store.database.write { (connection, _) throws(StoreError) in
        try connection.execute("INSERT INTO koober_migrations VALUES ('\(name)')")
      }

      let reason = refusal { _ = try store.database.schemaVersion() }
      #expect(reason?.contains("'\(name)'") == true)
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
    try kind.withStore { (store) throws in
      try store.database.write { (connection, _) throws(StoreError) in
        try connection.execute(rows)
      }
      let kept = try store.unreachableAccounts()
      #expect(kept.map(\.id) == [Identifier("zoe2")])
      #expect(kept.first?.email.utf8.elementsEqual("zoe\u{308}@example.com".utf8) == true)
    }
  }
}
