import Basics
import CloudDomain
import Core
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudStore

struct SQLiteConnectionTests {
  private func failure(_ body: () throws(StoreError) -> Void) -> FileError? {
    do throws(StoreError) {
      try body()
    } catch .file(let failure) {
      return failure
    } catch {
      Issue.record(error)
    }
    return nil
  }

  @Test(
    arguments: [
      .integer(.min), .integer(Int64.max), .real(-0.1), .real(.infinity), .text(""),
      .text("é\u{0}b"),
      .text("'; DROP TABLE t; --"), .blob([]), .blob([0, 255, 7]), .null,
    ] as [SQLValue])
  func `A value comes back as it was bound`(value: SQLValue) throws {
    let connection = try SQLiteConnection(path: nil)

    let found = try connection.first(
      SQLStatement(once: "SELECT :value"), ["value": value]
    ) { row -> SQLValue in
      switch value {
      case .integer: .integer(row.integer(0))
      case .real: .real(row.real(0))
      case .text: .text(row.text(0))
      case .blob: row.isNull(0) ? .null : .blob(row.blob(0))
      case .null: row.isNull(0) ? .null : .text(row.text(0))
      }
    }

    #expect(found == value)
  }

  /// The last call of the connection has not failed.
  @Test(
    arguments: [(13, "database or disk is full"), (5, "database is locked")] as [(Int32, String)])
  func `A failure that only its code tells has the words of the code`(
    code: Int32, words: String
  ) throws {
    let failure = try SQLiteConnection(path: nil).failure(code)

    #expect(failure.reason.contains("(\(words), SQLite code \(code))"), "\(failure.reason)")
  }

  @Test func `A failed transaction leaves nothing behind`() throws {
    let connection = try SQLiteConnection(path: nil)
    try connection.execute("CREATE TABLE t (a UNIQUE)")

    let failure = failure { () throws(StoreError) in
      try connection.transaction { () throws(StoreError) in
        try connection.execute("INSERT INTO t VALUES (1)")
        try connection.execute("INSERT INTO t VALUES (1)")
      }
    }

    #expect(failure?.reason.contains("UNIQUE constraint failed: t.a") == true)
    #expect(
      try connection.first(SQLStatement(once: "SELECT count(*) FROM t")) { $0.integer(0) } == 0)
    try connection.transaction { () throws(StoreError) in
      try connection.execute("INSERT INTO t VALUES (2)")
    }
  }

  @Test func `Nothing of a transaction is seen by others before its commit`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("", to: "x.sqlite")
    let connection = try SQLiteConnection(path: path)
    try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (a)")
    func count() throws(StoreError) -> Int64? {
      try SQLiteConnection(path: path).first(SQLStatement(once: "SELECT count(*) FROM t")) {
        $0.integer(0)
      }
    }

    let before = try connection.transaction { () throws(StoreError) in
      try connection.execute("INSERT INTO t VALUES (1)")
      try connection.execute("INSERT INTO t VALUES (2)")
      return try count()
    }

    #expect(before == 0)
    #expect(try count() == 2)
  }

  @Test func `A full database is full, and can be used afterwards`() throws {
    let connection = try SQLiteConnection(path: nil)
    try connection.execute("CREATE TABLE t (a); PRAGMA max_page_count = 4")

    let failure = failure { () throws(StoreError) in
      try connection.execute("INSERT INTO t VALUES (zeroblob(100000))")
    }

    #expect(failure?.kind == .full)
    #expect(failure?.reason.contains("database or disk is full") == true)
    try connection.execute("INSERT INTO t VALUES (1)")
  }

  @Test func `A database that may only be read says so`() throws {
    let connection = try SQLiteConnection(path: nil)
    try connection.execute("CREATE TABLE t (a); PRAGMA query_only = ON")

    let failure = failure { () throws(StoreError) in
      try connection.execute("INSERT INTO t VALUES (1)")
    }

    #expect(failure?.kind == .notPermitted)
  }

  @Test func `A database that stays locked is busy`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("", to: "x.sqlite")
    let first = try SQLiteConnection(path: path)
    try first.execute("CREATE TABLE t (a)")
    let second = try SQLiteConnection(path: path, busyMilliseconds: 1)

    try first.begin()
    let failure = failure { () throws(StoreError) in try second.begin() }
    first.rollBack()

    #expect(failure?.kind == .busy)
    #expect(failure?.path == path)
    try second.begin()
    second.rollBack()
  }

  @Test func `A file in no folder is missing`() {
    let failure = failure { () throws(StoreError) in
      _ = try SQLiteConnection(path: "/tmp/no/such/folder/x.sqlite")
    }

    #expect(failure?.kind == .missing)
  }
}
