import Core
import FoundationEssentials
import Glibc
import Testing

@testable import Cloud
@testable import CloudStore

/// Many processes share one file, and some of them are ended at any moment.
@Suite(.serialized)
final class CloudProcessTests {
  private let folder = "/tmp/koober-cloud-\(UUID().uuidString)"
  private var database: String { "\(folder)/cloud/cloud.sqlite" }

  init() {
    mkdir(folder, 0o700)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func start(_ command: String, _ argument: String) throws -> ProbeProcess {
    try ProbeProcess(database, command, argument)
  }

  @Test func `Of twenty processes that sign up one e-mail one succeeds`() throws {
    let processes = try (0..<20).map { _ in try start("sign-up", "ann@example.com") }

    let words = processes.map { $0.wait().first?.split(separator: " ").first }

    #expect(words.filter { $0 == "signedUp" }.count == 1)
    #expect(words.filter { $0 == "emailTaken:" }.count == 19)
  }

  @Test func `Of fifty processes that request rides none loses or doubles one`() throws {
    let processes = try (0..<50).map { _ in try start("rides", "3") }

    let lines = processes.flatMap { $0.wait() }

    let requested = lines.filter { $0.hasPrefix("requested") }
    #expect(requested.count == 150)
    #expect(Set(requested).count == 150)
    #expect(try storedRides() == Set(requested.map { $0.dropFirst("requested ".count) }))
  }

  /// The moment is when the first process has reported some lines, and differs from round to round.
  @Test(arguments: 0..<6)
  func `A process that is killed has kept what it reported`(round: Int) throws {
    let places = (0..<4000).map { "Place \($0),\($0 % 90),\($0 % 180)" }
    let file = "\(folder)/places.csv"
    try Data(("name,lat,lon\n" + places.joined(separator: "\n")).utf8)
      .write(to: URL(fileURLWithPath: file))
    let importing = try start("import", file)
    let rides = try (0..<3).map { _ in try start("rides", "1000") }

    var lines = (0..<round * 13 + 1).compactMap { _ in rides[0].nextLine() }
    for process in rides + [importing] { process.kill() }
    lines += rides.flatMap { $0.wait() }
    let imported = importing.wait()

    let reported = Set(lines.map { $0.split(separator: " ").last ?? "" })
    #expect(try reported.subtracting(storedRides()).isEmpty)
    let found = try placeCount()
    #expect(found == 4000 || imported.isEmpty)
    #expect(try start("import", file).wait().count == 1)
    #expect(try placeCount() == 4000)
    #expect(try check() == "ok")
  }

  private func placeCount() throws -> Int64? {
    try SQLiteConnection(path: database).first(
      SQLStatement(once: "SELECT count(*) FROM places WHERE name LIKE 'Place %'")
    ) { $0.integer(0) }
  }

  private func storedRides() throws -> Set<Substring> {
    try Set(
      SQLiteConnection(path: database).all(SQLStatement(once: "SELECT id FROM rides")) {
        $0.text(0)[...]
      })
  }

  /// Opens the file as the next process would, and has SQLite look through all of it.
  private func check() throws -> String? {
    _ = try SQLStore.sqlite(.file(path: database)).place(Identifier("moma"))
    return try SQLiteConnection(path: database).first(SQLStatement(once: "PRAGMA integrity_check"))
    { $0.text(0) }
  }
}
