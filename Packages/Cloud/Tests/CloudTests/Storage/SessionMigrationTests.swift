import Basics
import CloudTesting
import Core
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudPostgreSQL

struct SessionMigrationTests {
  private let old = SQLStatement(
    once: "INSERT INTO sessions (token_hash, rider, expires_at) VALUES (:token, :rider, :expires)")
  private let session = SessionRecord.sample("ann", token: 7)
  private var arguments: SQLArguments {
    [
      "token": .blob(session.tokenHash), "rider": .identifier(session.rider),
      "expires": .time(.noon),
    ]
  }
  private let account =
    "INSERT INTO accounts VALUES ('id-of-ann', 'ann@example.com', 'ann', 'a', '1', 'h', 0)"

  private func check(_ store: SQLStore) throws {
    let migrated = try store.session(tokenHash: session.tokenHash)

    #expect(migrated?.expiresAt == .noon)
    #expect(migrated?.endsAt == .noon + 150 * 24 * 3600)
  }

  @Test func `A file's earlier sessions end 180 days after they were opened`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "cloud.sqlite")
    try PrivateDatabaseFile.create(path: path)
    let connection = try SQLiteConnection(path: path)
    for migration in Migration.all[..<6] { try migration.apply(connection) }
    try connection.execute(account)
    try connection.run(old, arguments)
    try connection.execute(
      "PRAGMA user_version = 6; PRAGMA application_id = \(SQLiteSchema.applicationID)")

    try check(SQLStore.sqlite(.file(path: path)))
  }

  @Test(.enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed"))
  func `A database's earlier sessions end 180 days after they were opened`() throws {
    try #require(PostgreSQLServer.shared).get().withDatabase { (url) throws in
      let connection = try PostgreSQLConnection(url: url)
      try connection.transaction { () throws(StoreError) in
        for migration in Migration.all[..<6] { try migration.apply(connection) }
      }
      try connection.execute("\(account); INSERT INTO koober_schema VALUES (6)")
      try connection.run(old, arguments)

      try check(SQLStore.postgreSQL(url: url, connections: 1))
    }
  }
}
