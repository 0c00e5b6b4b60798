import Basics
import Core
import CoreTesting
import FoundationEssentials
import Glibc
import Synchronization
import Testing

@testable import Cloud
@testable import CloudDomain
@testable import CloudStore

struct SQLiteBackupTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path(of: "cloud.sqlite") }
  private var backup: String { folder.path(of: "backup.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func failure(_ body: () throws -> Void) -> FileError? {
    let failure = #expect(throws: StoreError.self) { try body() }
    guard case .file(let failure)? = failure else { return nil }
    return failure
  }

  private func backUp() throws {
    try SQLiteBackup.backUp(SQLiteConnection(path: path), to: backup)
  }

  @Test func `Only a whole backup has its name, and what a killed one has left is no hindrance`()
    throws
  {
    try SQLStore.sqlite(.file(path: path)).addRider("ann")
    try folder.write("half a backup", to: "backup.sqlite.partial")
    let names = Mutex<[Bool]>([])

    try SQLiteBackup.backUp(SQLiteConnection(path: path), to: backup) { _, _ in
      names.withLock { $0.append(Files.exists(backup)) }
    }

    #expect(names.withLock { !$0.contains(true) })
    #expect(try SQLiteCheck.findings(in: SQLiteConnection(path: backup)) == [])
    #expect(!Files.exists(backup + ".partial"))
    #expect(failure { try backUp() }?.path == backup)
  }

  @Test func `A backup under load holds what was acknowledged before it began`() throws {
    let store = SQLStore.sqlite(.file(path: path), connections: 2)
    let isDone = Mutex(false)
    let results = concurrently(2) { index in
      guard index == 0 else {
        var number = 0
        while !isDone.withLock({ $0 }) {
          try store.addRider("later\(number)")
          number += 1
        }
        return 0
      }
      defer { isDone.withLock { $0 = true } }
      for number in 0..<100 { try store.addRider("rider\(number)") }
      try backUp()
      return 0
    }
    for result in results { _ = try result.get() }

    var status = stat()
    #expect(stat(backup, &status) == 0 && status.st_mode & 0o777 == 0o600)
    let restored = folder.path(of: "restored/cloud.sqlite")
    try SQLiteBackup.restore(backup, to: restored, isForced: false)
    let found = SQLStore.sqlite(.file(path: restored))
    for number in 0..<100 {
      let name = "rider\(number)"
      #expect(try found.account(email: "\(name)@example.com") == .sample(name))
      #expect(try found.session(tokenHash: SessionRecord.sample(name).tokenHash) != nil)
    }
    #expect(try SQLiteCheck.findings(in: SQLiteConnection(path: restored)) == [])
  }

  @Test func `A backup replaces nothing`() throws {
    try SQLStore.sqlite(.file(path: path)).addRider("ann")
    _ = try folder.write("mine", to: "backup.sqlite")

    #expect(failure { try backUp() }?.reason.contains("exists") == true)
    #expect(try String(contentsOfFile: backup, encoding: .utf8) == "mine")
  }

  @Test func `A database is replaced only by force`() throws {
    try SQLStore.sqlite(.file(path: path)).addRider("ann")
    try backUp()
    try SQLStore.sqlite(.file(path: path)).addRider("bob")

    let refused = failure { try SQLiteBackup.restore(backup, to: path, isForced: false) }
    #expect(refused?.remedy.contains("--force") == true)
    try SQLiteBackup.restore(backup, to: path, isForced: true)

    let store = SQLStore.sqlite(.file(path: path))
    #expect(try store.account(email: "ann@example.com") != nil)
    #expect(try store.account(email: "bob@example.com") == nil)
  }

  @Test func `A damaged or foreign backup is refused`() throws {
    try SQLStore.sqlite(.file(path: path)).addRider("ann")
    try backUp()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: backup))
    for index in 8192..<16384 { bytes[index] = 0x55 }
    let damaged = try folder.write(bytes, to: "damaged.sqlite")
    let foreign = folder.path(of: "foreign.sqlite")
    try PrivateDatabaseFile.create(path: foreign)
    try SQLiteConnection(path: foreign).execute("CREATE TABLE notes (text)")

    for file in [damaged, foreign] {
      let refused = failure { try SQLiteBackup.restore(file, to: path, isForced: true) }
      #expect(refused?.kind == .corrupt)
      #expect(refused?.path == file)
      #expect(refused?.remedy == "Use another backup.")
    }
    #expect(try SQLStore.sqlite(.file(path: path)).account(email: "ann@example.com") != nil)
  }

  @Test(arguments: [
    "CREATE TRIGGER copy AFTER INSERT ON accounts BEGIN DELETE FROM posts; END",
    "CREATE VIEW copy AS SELECT * FROM accounts",
    "CREATE TABLE copy (password_hash)", "CREATE INDEX copy ON accounts (name)",
  ])
  func `An object of others makes a database unsound, and is not restored`(sql: String) throws {
    try SQLStore.sqlite(.file(path: path)).addRider("ann")
    try backUp()
    let connection = try SQLiteConnection(path: backup)
    try connection.execute(sql)

    let kind = sql.split(separator: " ")[1].lowercased()
    let findings = try SQLiteCheck.findings(in: connection)
    #expect(findings == ["the \(kind) copy is not part of Koober's schema"])
    let refused = failure { try SQLiteBackup.restore(backup, to: path, isForced: true) }
    #expect(refused?.kind == .corrupt)
    #expect(refused?.reason.contains("copy") == true)
    #expect(try SQLStore.sqlite(.file(path: path)).account(email: "ann@example.com") != nil)
  }

  @Test(arguments: [
    ("ALTER TABLE posts ADD COLUMN copy TEXT AS (upper(text))", "posts.copy TEXT is not part of"),
    ("ALTER TABLE sessions DROP COLUMN ends_at", "sessions.ends_at INTEGER is missing"),
  ])
  func `Another column makes a database unsound`(sql: String, finding: String) throws {
    let connection = try SQLiteSchema.openInMemory()
    #expect(try SQLiteCheck.findings(in: connection) == [])
    try connection.execute("DROP INDEX sessions_by_rider; \(sql)")

    #expect(try SQLiteCheck.findings(in: connection).contains { $0.contains(finding) })
  }

  @Test func `What could not be restored is not backed up, and can be mended in place`()
    async throws
  {
    let database = CloudDatabase.sqlite(path: path)
    try database.store.addRider("ann")
    try SQLiteConnection(path: path).execute("CREATE INDEX mine ON accounts (name)")
    let maintenance = DatabaseMaintenance(dependencies: TestCloud(database: database))

    let refused = await #expect(throws: StoreError.self) {
      try await maintenance.backUp(path, to: backup) { _, _ in }
    }
    chmod(path, 0o644)
    let found = try await maintenance.check(path)

    #expect(refused?.problem.message.contains("the index mine is not part of") == true)
    #expect(refused?.problem.hint.contains("Remove that object") == true)
    #expect(!Files.exists(backup))
    #expect(found.damage == [])
    #expect(found.mendable.contains { $0.contains("the index mine") })
    #expect(found.mendable.contains { $0.contains("chmod 600") })
  }

  @Test func `A database is no backup of itself`() throws {
    try SQLStore.sqlite(.file(path: path)).addRider("ann")
    try #require(symlink("cloud.sqlite", backup) == 0)

    for file in [path, backup] {
      let refused = failure { try SQLiteBackup.restore(file, to: path, isForced: true) }
      #expect(refused?.reason == "it is the database itself")
    }
    #expect(try SQLStore.sqlite(.file(path: path)).account(email: "ann@example.com") != nil)
  }

  @Test func `A missing index makes a database unsound`() throws {
    let connection = try SQLiteSchema.open(path: path)
    try connection.execute("ANALYZE; DROP INDEX places_by_name")

    #expect(
      try SQLiteCheck.findings(in: connection) == ["the index places_by_name is missing"])
  }

  @Test func `A link to a database stays, and the database is replaced`() throws {
    let target = folder.path(of: "disk/cloud.sqlite")
    try SQLStore.sqlite(.file(path: target)).addRider("ann")
    try SQLiteBackup.copy(of: SQLiteConnection(path: target), to: backup)
    try SQLStore.sqlite(.file(path: target)).addRider("bob")
    try #require(symlink("disk/cloud.sqlite", path) == 0)

    try SQLiteBackup.restore(backup, to: path, isForced: true)

    #expect(Files.linkTarget(path) == "disk/cloud.sqlite")
    #expect(try SQLStore.sqlite(.file(path: target)).account(email: "bob@example.com") == nil)
    unlink(target)
    let dangling = failure { try SQLiteBackup.restore(backup, to: path, isForced: true) }
    #expect(dangling?.kind == .missing)
  }

  @Test func `The log of a damaged database is not taken for one of the backup`() throws {
    try SQLStore.sqlite(.file(path: path)).addRider("ann")
    try backUp()
    let store = SQLStore.sqlite(.file(path: path))
    try store.addRider("bob")
    let log = try Files.read("\(path)-wal")
    let damaged = folder.path(of: "damaged/cloud.sqlite")
    try folder.write("no database", to: "damaged/cloud.sqlite")
    try folder.write(log, to: "damaged/cloud.sqlite-wal")

    try SQLiteBackup.restore(backup, to: damaged, isForced: true)

    let restored = SQLStore.sqlite(.file(path: damaged))
    #expect(try restored.account(email: "ann@example.com") != nil)
    #expect(try restored.account(email: "bob@example.com") == nil)
    #expect(try store.account(email: "bob@example.com") != nil)
  }

  @Test func `The copy of a killed restore goes with the next opening`() throws {
    let copy = try folder.write("all the data", to: "cloud.sqlite.restored")

    _ = try SQLiteSchema.open(path: path)

    #expect(!Files.exists(copy))
  }

  @Test func `A check names what does not agree, and open files`() throws {
    let connection = try SQLiteSchema.open(path: path)
    #expect(try SQLiteCheck.findings(in: connection) == [])
    #expect(SQLiteCheck.fileFindings(path: path) == [])

    try connection.execute(
      "PRAGMA foreign_keys = OFF; INSERT INTO sessions VALUES (x'00', 'no rider', 0, 0)")
    try connection.execute("UPDATE places SET folded = 'other' WHERE id = 'moma'")
    chmod(path, 0o644)

    let findings = try SQLiteCheck.findings(in: connection)
    #expect(findings.contains { $0.contains("sessions") })
    #expect(findings.contains { $0.contains("index of words") })
    #expect(SQLiteCheck.fileFindings(path: path).count == 1)
  }
}
