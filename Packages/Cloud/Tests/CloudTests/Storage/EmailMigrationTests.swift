import Basics
import CloudTesting
import Core
import Testing

@testable import Cloud
@testable import CloudPostgreSQL

struct EmailMigrationTests {
  private static let composed = "ren\u{E9}@example.com"
  private static let decomposed = "rene\u{301}@example.com"
  private static let bothComposed = "zo\u{EB}@example.com"
  private static let bothDecomposed = "zoe\u{308}@example.com"

  /// Accounts as version 11 may have them, and invitations to their e-mails.
  private static let old = """
    INSERT INTO accounts (id, email, name, nickname, mobile_number, password_hash, created_at)
    VALUES ('ann', 'ann@example.com', 'Ann', 'a', '1', 'h', 1),
      ('rene', '\(decomposed)', 'Rene', 'r', '1', 'h', 2),
      ('zoe', '\(bothComposed)', 'Zoe', 'z', '1', 'h', 4),
      ('zoe2', '\(bothDecomposed)', 'Zoe', 'z', '1', 'h', 3);
    INSERT INTO invitations (rider, email, invited_at) VALUES ('ann', '\(decomposed)', 5),
      ('zoe', '\(decomposed)', 5), ('zoe', '\(composed)', 6), ('ann', '\(bothDecomposed)', 5);
    """

  private func check(_ store: SQLStore) throws {
    #expect(try store.account(email: Self.composed)?.profile.id == Identifier("rene"))
    #expect(try store.account(email: Self.decomposed) == nil)
    #expect(try store.account(email: Self.bothComposed)?.profile.id == Identifier("zoe"))
    let kept = try store.unreachableAccounts()
    #expect(kept.map(\.id) == [Identifier("zoe2")])
    #expect(kept.first?.email.utf8.elementsEqual(Self.bothDecomposed.utf8) == true)
    let received = try store.friends(of: Identifier("rene")).received
    #expect(received.map(\.from.id.rawValue).sorted() == ["ann", "zoe"])
  }

  @Test func `A file's decomposed e-mails are composed where no other account has them`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "cloud.sqlite")
    try PrivateDatabaseFile.create(path: path)
    let connection = try SQLiteConnection(path: path)
    for migration in Migration.all[..<11] { try migration.apply(connection) }
    try connection.execute(Self.old)
    try connection.execute(
      "PRAGMA user_version = 11; PRAGMA application_id = \(SQLiteSchema.applicationID)")

    try check(SQLStore.sqlite(.file(path: path)))
  }

  @Test(.enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed"))
  func `A database's decomposed e-mails are composed where no other account has them`() throws {
    try #require(PostgreSQLServer.shared).get().withDatabase { (url) throws in
      let connection = try PostgreSQLConnection(url: url)
      try connection.transaction { () throws(StoreError) in
        for migration in Migration.all[..<11] { try migration.apply(connection) }
      }
      try connection.execute("\(Self.old); INSERT INTO koober_schema VALUES (11)")

      try check(SQLStore.postgreSQL(url: url, connections: 1))
    }
  }
}
