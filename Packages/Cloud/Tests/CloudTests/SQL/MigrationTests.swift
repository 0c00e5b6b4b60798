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
  private static let digests: [(step: String, sqlite: UInt64, postgreSQL: UInt64)] = [
    ("tables", 0x15BC_4624_79C2_C81C, 0x16EE_1E87_8406_72BA),
    ("quotes", 0xAC34_9A5E_F76B_EB1F, 0x2B04_8F64_05B8_7C13),
    ("map", 0x1506_BAFB_DE23_A38C, 0xE9FA_06B2_BFAA_5B5C),
    ("live", 0x2AD7_B1DF_B5FE_29A0, 0x863A_3D63_F3B3_06E8),
    ("dispatch", 0x13C5_7E23_5E51_AEFD, 0x848C_1BE9_3F8E_44BF),
    ("switchback", 0x2AF5_7685_D87A_FFBB, 0xA7B7_349F_C2F5_FC30),
    ("other names", 0x53FC_95CE_FB70_94BF, 0x0D6D_1D76_DEEF_E599),
    ("phases", 0x87A0_93C5_44DF_CFD2, 0xB17A_D7C5_D546_B252),
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

  /// Takes the steps, and returns the digest of the catalog's lines after each: FNV-1a of 64 bits.
  private func digests(
    of catalog: SQLStatement, in connection: any SQLConnection
  ) throws -> [UInt64] {
    try Migration.all.map { migration in
      try migration.apply(connection)
      let lines = try connection.all(catalog) { $0.text(0).split { $0.isWhitespace } }
        .map { $0.joined(separator: " ") }
      return lines.sorted().joined(separator: "\n").utf8.reduce(0xCBF2_9CE4_8422_2325) {
        ($0 ^ UInt64($1)) &* 0x100_0000_01B3
      }
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
