import CloudTesting
import Core
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudPostgreSQL
@testable import CloudStore

struct PostgreSQLErrorTests {
  @Test(arguments: [
    ("28P01", "no", "password", false), ("28000", "no", "log in", false),
    ("28000", "no pg_hba.conf entry for host \"a\", no encryption", "sslmode=require", false),
    ("28000", "pg_hba.conf rejects connection", "accept the user", false),
    (nil, "session is read-only", "target_session_attrs", true),
    (nil, "server is in hot standby mode", "target_session_attrs", true),
    ("42501", "permission denied for database \"a\"", "GRANT CONNECT", false),
    ("42501", "permission denied for schema public", "GRANT USAGE", false),
    ("3F000", "no schema has been selected to create in", "GRANT USAGE", false),
    ("42501", "permission denied for table rides", "ALL TABLES", false),
    ("53300", "too many connections for role \"a\"", "ALTER ROLE", true),
    ("53300", "too many connections for database \"a\"", "ALTER DATABASE", true),
    (
      "55000", "database \"a\" is not currently accepting connections", "ALLOW_CONNECTIONS true",
      true
    ), ("08P01", "query_wait_timeout", "default_pool_size", true),
    ("3D000", "no", "createdb", false), ("25006", "no", "target_session_attrs", false),
    ("0A000", "cannot set transaction read-write mode during recovery", "primary", false),
    ("0A000", "extension \"cube\" is not available", "contrib", false),
    ("42501", "no", "owner", false), ("42P05", "no", "pool_mode=session", false),
    ("26000", "no", "pool_mode=session", false), ("08P01", "no", "pooler", true),
    ("53100", "no", "disk", true), ("53300", "no", "max_connections", true),
    ("57P01", "no", "starts or stops", true), ("57P03", "no", "starts or stops", true),
  ])
  func `What an operator does follows from the SQLSTATE`(
    state: String?, message: String, remedy: String, mayPass: Bool
  ) {
    let error = PostgreSQLError(state: state, message: message, isConnectionLost: state == nil)

    guard case .refused(let reason, let found, mayPass) = error.storeFailure else {
      Issue.record("It is \(error.storeFailure).")
      return
    }
    #expect(reason.contains(state ?? message))
    #expect(found.contains(remedy))
    let problem = error.storeFailure.problem
    #expect(problem.hint == found)
    #expect(problem.kind == .unreachable)
  }

  @Test(arguments: [
    (
      """
      connection to server at "db" (10.0.0.1), port 5432 failed: FATAL:  28P01: password \
      authentication failed for user "koober"
      LOCATION:  auth_failed, auth.c:335

      """, false, "28P01", false
    ),
    ("connection to server on socket failed: ВАЖНО:  57P03: …", false, "57P03", false),
    ("connection failed: fe_sendauth: no password supplied", true, "28P01", false),
    ("connection failed: server does not support SSL, but SSL was required", false, nil, false),
    ("invalid port number: \"x\"", false, nil, false),
    ("could not translate host name \"db.invalid\" to address: …", false, nil, true),
    ("connection failed: Connection refused", false, nil, true),
    ("could not translate host name \"db\" to address: …", false, nil, true),
  ])
  func `The SQLSTATE of a connection that fails is read from libpq's message`(
    message: String, needsPassword: Bool, state: String?, isLost: Bool
  ) {
    let error = PostgreSQLError(connecting: message, needsPassword: needsPassword)

    #expect(error.state == state)
    #expect(error.isConnectionLost == isLost)
    #expect(!error.message.contains("LOCATION"))
  }
}

@Suite(.enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed"))
struct PostgreSQLRefusalTests {
  private func failure(_ url: String) -> StoreError? {
    #expect(throws: StoreError.self) {
      try SQLStore.postgreSQL(url: url, connections: 1).database.migrate()
    }
  }

  private func remedy(_ url: String) -> String? {
    if case .refused(_, let remedy, false)? = failure(url) { remedy } else { nil }
  }

  @Test func `A database or a user that is not there is told apart`() throws {
    let server = try #require(PostgreSQLServer.shared).get()
    let url = server.url(of: "no_such_database")

    #expect(remedy(url)?.contains("createdb") == true)
    let stranger = server.url(of: "postgres").replacing("user=koober", with: "user=stranger")
    #expect(remedy(stranger)?.contains("password") == true)
  }

  @Test func `A standby is refused, and the primary is named`() throws {
    let server = try PostgreSQLServer(programs: try #require(PostgreSQLServer.programs))
    let database = try server.makeDatabase()
    try SQLStore.postgreSQL(url: server.url(of: database), connections: 1).database.migrate()
    try Data().write(to: URL(filePath: "\(server.folder)/data/standby.signal"))
    try server.crash()

    let store = SQLStore.postgreSQL(url: server.url(of: database), connections: 1)
    for use in [store.rehearse(at:), { _ in _ = try store.database.schemaVersion() }] {
      let failure = #expect(throws: StoreError.self) { try use(.noon) }
      guard case .refused(_, let remedy, false)? = failure else {
        Issue.record("It is \(String(describing: failure)).")
        return
      }
      #expect(remedy.contains("target_session_attrs=read-write"))
    }
    // libpq refuses it itself, and goes on looking for a primary.
    let selective = server.url(of: database) + "&target_session_attrs=read-write"
    guard case .refused(_, let remedy, true)? = failure(selective) else {
      Issue.record("The standby is not told.")
      return
    }
    #expect(remedy.contains("standby"))
  }

  @Test func `What a user may not do is told, with what grants it`() throws {
    let server = try #require(PostgreSQLServer.shared).get()
    let database = try server.makeDatabase()
    let owner = try PostgreSQLConnection(url: server.url(of: database))
    let url = server.url(of: database).replacing("user=koober", with: "user=guest")
    defer {
      server.drop(database)
      try? PostgreSQLConnection(url: server.url(of: "postgres")).execute("DROP ROLE guest")
    }
    try owner.execute("CREATE ROLE guest LOGIN CONNECTION LIMIT 0")
    try SQLStore.postgreSQL(url: server.url(of: database), connections: 1).database.migrate()
    let steps = [
      ("ALTER ROLE", "ALTER ROLE guest CONNECTION LIMIT -1"),
      ("GRANT USAGE", "GRANT USAGE, CREATE ON SCHEMA public TO guest"),
      (
        "ON ALL TABLES IN SCHEMA public TO guest",
        "GRANT SELECT ON ALL TABLES IN SCHEMA public TO guest"
      ),
      (
        "ON ALL TABLES IN SCHEMA public TO guest",
        "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO guest"
      ),
      ("", "REVOKE UPDATE, DELETE ON rides FROM guest"),
    ]
    try owner.execute(
      "CREATE TABLE others (id text); REVOKE ALL ON SCHEMA public FROM public; "
        + "ALTER TABLE others OWNER TO pg_monitor")

    for (remedy, step) in steps {
      let store = SQLStore.postgreSQL(url: url, connections: 1)
      if remedy.isEmpty {
        #expect(throws: Never.self) { try store.rehearse(at: .noon) }
      } else {
        let failure = #expect(throws: StoreError.self) { try store.rehearse(at: .noon) }
        #expect(
          failure.map { $0.problem.hint.contains(remedy) } == true, "\(remedy)")
      }
      try owner.execute(step)
    }
    let failure = #expect(throws: StoreError.self) {
      try SQLStore.postgreSQL(url: url, connections: 1).rehearse(at: .noon)
    }
    #expect(
      failure?.reason.contains(": rides (DELETE, UPDATE)") == true, "\(String(describing: failure))"
    )
  }

  @Test func `A pool that may open no further connection waits for those that it has`() throws {
    let server = try #require(PostgreSQLServer.shared).get()
    let database = try server.makeDatabase()
    defer { server.drop(database) }
    try PostgreSQLConnection(url: server.url(of: database)).execute(
      """
      CREATE ROLE few LOGIN CONNECTION LIMIT 2;
      ALTER DATABASE \(database) OWNER TO few; ALTER SCHEMA public OWNER TO few
      """)
    defer {
      try? PostgreSQLConnection(url: server.url(of: "postgres")).execute(
        "DROP DATABASE \(database) WITH (FORCE); DROP ROLE few")
    }
    let url = server.url(of: database).replacing("user=koober", with: "user=few")
    let store = SQLStore.postgreSQL(url: url, connections: 8)

    let results = concurrently(16) { index in
      try store.deadlines.work(until: RequestDeadline(after: .seconds(60))) {
        try store.addRider("rider\(index)")
        _ = try store.all(SQLStatement(once: "SELECT 1 FROM pg_sleep(0.05)")) { $0.integer(0) }
      }
    }

    for result in results { #expect(throws: Never.self) { try result.get() } }
  }

  @Test func `What is rehearsed leaves nothing behind`() throws {
    try #require(PostgreSQLServer.shared).get().withDatabase { (url) throws in
      let store = SQLStore.postgreSQL(url: url, connections: 1)

      try store.rehearse(at: .noon)
      #expect(try store.database.schemaVersion() == 0)
      try store.database.migrate()
      try store.rehearse(at: .noon)

      #expect(try store.time(of: .readinessCheck) == nil)
    }
  }

  @Test func `Statements have the same names on all connections, in whatever order`() throws {
    try #require(PostgreSQLServer.shared).get().withDatabase { (url) throws in
      let statements: [SQLStatement] = ["SELECT 1 AS a", "SELECT 2 AS b", "SELECT 1 AS a"]
      let names = try [statements, statements.reversed()].map { statements in
        let connection = try PostgreSQLConnection(url: url)
        for statement in statements { try connection.run(statement) }
        return try connection.all(
          SQLStatement(once: "SELECT name FROM pg_prepared_statements ORDER BY name")
        ) { $0.text(0) }
      }

      #expect(names[0] == names[1])
      #expect(names[0].count == 2)
    }
  }

  @Test func `A locked table ends a request by its deadline, on the server too`() throws {
    try #require(PostgreSQLServer.shared).get().withDatabase { (url) throws in
      let store = SQLStore.postgreSQL(url: url, connections: 2)
      try store.database.migrate()
      let locker = try PostgreSQLConnection(url: url)
      try locker.execute("BEGIN; LOCK TABLE maintenance")

      for _ in 0..<3 {
        let failure = #expect(throws: StoreError.self) {
          try store.deadlines.work(until: RequestDeadline(after: .milliseconds(700))) {
            try store.record(.readinessCheck, at: .noon)
          }
        }
        // A connection that was given up would be lost.
        guard case .contended? = failure else {
          Issue.record("It is \(String(describing: failure)).")
          return
        }
      }
      try locker.execute("ROLLBACK")
      #expect(throws: Never.self) { try store.record(.readinessCheck, at: .noon) }
    }
  }

  @Test(arguments: [
    (15000, 8000, 6000), (8200, 8000, 6000), (7050, 6800, 6000), (900, 700, 700), (50, 1, 1),
  ])
  func `The server has less time than a request has left`(
    rest: Int, statement: Int, lock: Int
  ) {
    let timeouts = ServerTimeouts(within: .milliseconds(rest))

    #expect(timeouts.statement == statement)
    #expect(timeouts.lock == lock)
  }
}
