import Basics
import CloudTesting
import Core
import Testing

@testable import Cloud
@testable import CloudDomain
@testable import CloudPostgreSQL
@testable import CloudStore

struct MigrationTests {
  /// The digest of the catalog after each step. A step that is added has a line more; the others never
  /// change.
  private static let digests: [(step: String, sqlite: String, postgreSQL: String)] = [
    ("tables", "cc100c391acfa27e", "b7529126be3b19a2"),
    ("quotes", "bae35b40eaf6b7db", "8d065262d40472dd"),
    ("map", "21d5f54c1bfc004b", "4381cacff9171df5"),
    ("live", "de9c81ce7ce79d31", "a3f7f69b124ef67e"),
    ("dispatch", "215fc882a4d292c9", "93fe566fc611ad66"),
    ("switchback", "e9d8c73592ab7992", "285fd4b499b9c23c"),
    ("other names", "dd34adc4bd24c2a7", "9533162e8b4bd89d"),
    ("phases", "e7b25835d0efc8f2", "d16fbcced7c9b3e3"),
    ("ride blocks", "e929c7c18b7664e3", "1b1c0214ce4d9acd"),
    ("progress", "59d94e3cc98f8afb", "d26460b5cfe0b98b"),
    ("former rides", "5b4fefcc6d9181d8", "768ce2ebda636db3"),
    ("approval", "791f06eb4363eafc", "c78663b416961cd4"),
    ("two offers", "568864109942b47d", "ac4ac6a70d43e91f"),
    ("stars", "0f7646344a783b76", "66ef3be5b679f074"),
  ]

  private static let sqliteCatalog = SQLStatement(
    once: """
      SELECT coalesce(sql, name) FROM sqlite_schema
      WHERE name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')
      """)

  private static let postgreSQLCatalog = SQLStatement(
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

  /// Takes the steps, and returns the beginning of the digest of the catalog's lines after each.
  private func digests(
    of catalog: SQLStatement, in connection: any SQLConnection
  ) throws -> [String] {
    try Migration.all.map { migration in
      try migration.apply(connection)
      let lines = try connection.all(catalog) { $0.text(0).split { $0.isWhitespace } }
        .map { $0.joined(separator: " ") }
      let text = lines.sorted().joined(separator: "\n")
      return Hexadecimal.encode(Digest.hash(Array(text.utf8)).prefix(8))
    }
  }

  private func refusal(_ body: () throws -> Void) -> String? {
    let error = #expect(throws: StoreError.self) { try body() }
    switch error {
    case .file(let failure)? where failure.kind == .newerVersion: return failure.reason
    case .newerVersion(let reason)?: return reason
    default: return nil
    }
  }

  @Test(arguments: StoreUnderTest.onDisk)
  func `Each step leaves the tables that it left when it was released`(
    kind: StoreUnderTest
  ) throws {
    #expect(Self.digests.map(\.step) == Migration.all.map(\.name))
    guard kind == .postgreSQL else {
      let connection = try SQLiteConnection(path: nil)
      let found = try digests(of: Self.sqliteCatalog, in: connection)
      return #expect(found == Self.digests.map(\.sqlite))
    }
    try #require(PostgreSQLServer.shared).get().withDatabase { (url) throws in
      let connection = try PostgreSQLConnection(url: url)
      try connection.execute("BEGIN")
      let found = try digests(of: Self.postgreSQLCatalog, in: connection)
      #expect(found == Self.digests.map(\.postgreSQL))
    }
  }

  @Test(arguments: StoreUnderTest.onDisk)
  func `A database with another migration is refused`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      try store.database.write { (connection, _) throws(StoreError) in
        try connection.execute("INSERT INTO koober_migrations VALUES ('later')")
      }

      let reason = refusal { _ = try store.database.schemaVersion() }
      #expect(reason?.contains("'later'") == true)
    }
  }

  @Test(arguments: StoreUnderTest.onDisk)
  func `Accounts that are not found by their e-mails are named`(kind: StoreUnderTest) throws {
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
