import Basics
import Core
import CoreTesting
import FoundationEssentials
import Glibc
import Testing

@testable import Cloud
@testable import CloudDomain
@testable import CloudStore

struct SQLiteSchemaTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path(of: "cloud/cloud.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func mode(of path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  private func failure(ofOpening path: String) -> FileError? {
    do throws(StoreError) {
      _ = try SQLiteSchema.open(path: path)
    } catch .file(let failure) {
      return failure
    } catch {
      Issue.record(error)
    }
    return nil
  }

  @Test func `A new file and what lies beside it belong to their owner only`() throws {
    let connection = try SQLiteSchema.open(path: path)
    try connection.execute("DELETE FROM accounts")

    #expect(mode(of: folder.path(of: "cloud")) == 0o700)
    for suffix in ["", "-wal", "-shm"] { #expect(mode(of: path + suffix) == 0o600) }
  }

  @Test func `A new file leaves a folder that exists as it is`() throws {
    let shared = folder.path(of: "shared")
    try #require(mkdir(shared, 0) == 0 && chmod(shared, 0o755) == 0)

    _ = try SQLiteSchema.open(path: "\(shared)/cloud.sqlite")

    #expect(mode(of: shared) == 0o755)
    #expect(mode(of: "\(shared)/cloud.sqlite") == 0o600)
  }

  @Test(arguments: [0o606, 0o644, 0o620])
  func `A file that others can use is refused, with what to do`(mode: mode_t) throws {
    _ = try SQLiteSchema.open(path: path)
    try #require(chmod(path, mode) == 0)

    let failure = failure(ofOpening: path)

    #expect(failure?.kind == .unsafe)
    #expect(failure?.remedy == "Run 'chmod 600 \(path)'.")
  }

  @Test func `Each connection is durable and checks references`() throws {
    for _ in 0..<2 {
      let connection = try SQLiteSchema.open(path: path)
      let settings = ["journal_mode", "synchronous", "foreign_keys"].map { name in
        (try? connection.first(SQLStatement(once: "PRAGMA \(name)")) { $0.text(0) }) ?? nil
      }
      #expect(settings == ["wal", "2", "1"])
    }
  }

  @Test func `An empty file is brought to the newest`() throws {
    try PrivateDatabaseFile.create(path: path)

    let store = SQLStore.sqlite(.file(path: path))
    try store.addRider("ann")
    let ride = RideRecord.sample("a", rider: "ann")
    #expect(try store.addRide(ride, key: nil, now: .noon) == .done(ride))
    #expect(try store.place(Identifier("moma")) != nil)
    let tables = try SQLiteSchema.open(path: path).all(
      SQLStatement(once: "SELECT sql FROM sqlite_schema ORDER BY name")
    ) { $0.text(0) }
    let fresh = try SQLiteSchema.openInMemory().all(
      SQLStatement(once: "SELECT sql FROM sqlite_schema ORDER BY name")
    ) { $0.text(0) }
    #expect(tables == fresh)
  }

  @Test(arguments: [SQLiteSchema.formatVersion + 1, 22, -1])
  func `An unknown version is refused and left alone`(newer: Int64) throws {
    try SQLiteSchema.open(path: path).execute("PRAGMA user_version = \(newer)")

    let failure = failure(ofOpening: path)

    #expect(failure?.kind == .newerVersion)
    #expect(failure?.reason.contains("version \(newer)") == true)
    let version = try SQLiteConnection(path: path).first(SQLStatement(once: "PRAGMA user_version"))
    { $0.integer(0) }
    #expect(version == newer)
  }

  @Test(arguments: [
    "CREATE TABLE notes (text)", "PRAGMA application_id = 7; CREATE TABLE notes (text)",
    "PRAGMA user_version = 3; CREATE TABLE notes (text)",
  ])
  func `Another program's database is left alone`(sql: String) throws {
    try PrivateDatabaseFile.create(path: path)
    try SQLiteConnection(path: path).execute(sql)

    let failure = failure(ofOpening: path)

    #expect(failure?.kind == .corrupt)
    #expect(failure?.remedy.contains("another path") == true)
    let tables = try SQLiteConnection(path: path).all(
      SQLStatement(once: "SELECT name FROM sqlite_schema")
    ) { $0.text(0) }
    #expect(tables == ["notes"])
  }

  @Test func `A file that is no database is corrupt, with a remedy`() throws {
    let path = try folder.write(String(repeating: "no database ", count: 100), to: "x.sqlite")

    let failure = failure(ofOpening: path)

    #expect(failure?.kind == .corrupt)
    #expect(failure?.path == path)
    #expect(failure?.reason.contains("file is not a database") == true)
    #expect(failure?.remedy.contains("-wal") == true)
  }

  @Test func `A file that was cut is corrupt`() throws {
    _ = try SQLiteSchema.open(path: path)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: path))

    let store = SQLStore.sqlite(.file(path: path))
    let error = #expect(throws: StoreError.self) { try store.addRider("ann") }

    guard case .file(let failure)? = error else { return }
    #expect(failure.kind == .corrupt)
  }

  @Test func `A folder cannot be opened`() throws {
    let failure = failure(ofOpening: folder.path)

    #expect(failure?.path == folder.path)
    #expect(failure?.reason == "it is not a file")
  }
}
