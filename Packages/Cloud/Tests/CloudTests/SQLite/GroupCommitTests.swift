import Basics
import Core
import Synchronization
import Testing

@testable import Cloud

struct GroupCommitTests {
  private func insert(_ value: Int) -> GroupCommit.Writer {
    GroupCommit.Writer { (connection) throws(StoreError) in
      try connection.execute("INSERT INTO t VALUES (\(value))")
    }
  }

  private func values(_ connection: SQLiteConnection) throws(StoreError) -> [Int64] {
    try connection.all(SQLStatement(once: "SELECT a FROM t ORDER BY a")) { $0.integer(0) }
  }

  private func reason(_ result: Result<Void, StoreError>) -> String? {
    if case .failure(let failure) = result { failure.reason } else { nil }
  }

  @Test func `Writers that come while another one writes share the next transaction`() throws {
    let commit = GroupCommit()
    let writers = (0..<4).map(insert)

    #expect(commit.begin(writers[0]))
    #expect(commit.group().map(ObjectIdentifier.init) == [ObjectIdentifier(writers[0])])
    #expect(!commit.begin(writers[1]))
    #expect(!commit.begin(writers[2]))
    commit.leave()

    #expect(writers[1].wait() == nil)
    #expect(commit.group().map(ObjectIdentifier.init) == writers[1...2].map(ObjectIdentifier.init))
    commit.leave()
    writers[2].end(.success(()))
    #expect(writers[2].wait() != nil)
    #expect(commit.begin(writers[3]))
  }

  @Test func `Steps that fail are undone alone, and what was there is kept`() throws {
    let connection = try SQLiteConnection(path: nil)
    try connection.execute("CREATE TABLE t (a UNIQUE); INSERT INTO t VALUES (1)")
    let halfway = GroupCommit.Writer { (connection) throws(StoreError) in
      try connection.execute("INSERT INTO t VALUES (7)")
      try connection.execute("INSERT INTO t VALUES (1)")
    }

    let results = connection.transaction(of: [insert(2), halfway, insert(3)].map(\.steps))

    #expect(results.map(reason).map { $0 == nil } == [true, false, true])
    #expect(reason(results[1])?.contains("UNIQUE constraint failed: t.a") == true)
    #expect(try values(connection) == [1, 2, 3])
  }

  @Test func `Nothing of a group is seen by others before its one commit`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("", to: "x.sqlite")
    let connection = try SQLiteConnection(path: path)
    try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (a)")
    let seen = Mutex<[Int]>([])
    let writers = (0..<3).map { value in
      GroupCommit.Writer { (connection) throws(StoreError) in
        try insert(value).steps(connection)
        let other = try values(SQLiteConnection(path: path))
        seen.withLock { $0.append(other.count) }
      }
    }

    let results = connection.transaction(of: writers.map(\.steps))

    #expect(results.compactMap(reason) == [])
    #expect(seen.withLock { $0 } == [0, 0, 0])
    #expect(try values(SQLiteConnection(path: path)) == [0, 1, 2])
  }

  @Test func `A full disk, which undoes the transaction, fails the whole group`() throws {
    let connection = try SQLiteConnection(path: nil)
    try connection.execute("CREATE TABLE t (a); PRAGMA max_page_count = 4")
    let large = GroupCommit.Writer { (connection) throws(StoreError) in
      try connection.execute("ROLLBACK; INSERT INTO t VALUES (zeroblob(100000))")
    }

    let results = connection.transaction(of: [insert(1), large, insert(2)].map(\.steps))

    #expect(results.allSatisfy { reason($0)?.contains("database or disk is full") == true })
    #expect(try values(connection) == [])
    #expect(connection.transaction(of: [insert(3).steps]).compactMap(reason) == [])
  }
}
