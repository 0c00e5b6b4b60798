import Basics
import Core
import FoundationEssentials
import Glibc
import Synchronization
import Testing

@testable import Cloud

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
    try SQLiteBackup.copy(of: SQLiteConnection(path: path), to: backup)
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
    }
    #expect(try SQLStore.sqlite(.file(path: path)).account(email: "ann@example.com") != nil)
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
