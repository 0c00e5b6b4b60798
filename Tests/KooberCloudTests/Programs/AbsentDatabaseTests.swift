import Basics
import BasicsTesting
import CloudTesting
import Foundation
import Testing

/// Files and databases that are not there when a program starts.
struct AbsentDatabaseTests {
  private let program: CloudProgram

  init() throws {
    program = try CloudProgram()
  }

  @Test(arguments: ["serve", "migrate", "doctor"])
  func `No folder is made for a database whose path may be mistyped`(
    command: String
  ) async throws {
    let folder = "\(program.home.path)/mistyped"

    let outcome = try await program.run(command, "--database", "sqlite:\(folder)/cloud.sqlite")

    #expect(outcome.status == 66)
    #expect(outcome.error.contains("\(folder): the folder of the database does not exist"))
    #expect(!Files.exists(folder))
  }

  @Test(arguments: ["/no/such/flags.json", "/tmp"])
  func `A file of flags that is missing, or no file, is an error`(path: String) async throws {
    let outcome = try await program.run("serve", "--listen", "127.0.0.1:0", "--flags", path)
    let report = try await program.run("doctor", "--listen", "127.0.0.1:0", "--flags", path)

    #expect(outcome.status == (path == "/tmp" ? 65 : 66))
    #expect(outcome.error.contains(path))
    #expect(report.status == 1)
    #expect(report.output.contains(path))
  }

  @Test(arguments: ["--tls-certificate", "--tls-key"])
  func `A folder is no certificate and no key`(option: String) async throws {
    let (certificate, key) = try Certificate.write(to: program.home)
    let files = ["--tls-certificate": certificate, "--tls-key": key]
      .merging([option: program.home.path]) { _, new in new }

    let outcome = try await program.run(
      CloudProgram.executable,
      ["serve", "--listen", "127.0.0.1:0"] + files.flatMap { [$0.key, $0.value] })

    #expect(outcome.status == 78)
    #expect(outcome.error.contains("\(program.home.path): "))
    #expect(outcome.error.contains("Name a file in PEM"))
  }

  @Test(arguments: ["--tls-certificate", "--tls-key"])
  func `What is not in PEM, or not there, is no certificate and no key`(
    option: String
  ) async throws {
    let (certificate, key) = try Certificate.write(to: program.home)
    let text = try program.home.write("no certificate", to: "text")
    for (path, status) in [(text, Int32(78)), ("\(text)-none", 66)] {
      let files = ["--tls-certificate": certificate, "--tls-key": key]
        .merging([option: path]) { _, new in new }

      let outcome = try await program.run(
        CloudProgram.executable,
        ["serve", "--listen", "127.0.0.1:0"] + files.flatMap { [$0.key, $0.value] })

      #expect(outcome.status == status)
      #expect(outcome.error.contains("\(path): "))
    }
  }

  @Test(.enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed"))
  func `A server waits for its database, and serves when that is there`() async throws {
    let postgreSQL = try #require(PostgreSQLServer.shared).get()
    let database = try postgreSQL.makeDatabase()
    defer { postgreSQL.drop(database) }
    let folder = "\(program.home.path)/socket"
    let log = Pipe()
    let process = try Subprocess(
      CloudProgram.executable,
      [
        "serve", "--listen", "127.0.0.1:0", "--json", "--database",
        "postgresql:///\(database)?host=\(PercentCoding.encode(folder))&user=koober",
      ], environment: ["KOOBER_HOME": program.home.path],
      output: .captured, error: .descriptor(log.fileHandleForWriting.fileDescriptor))
    try log.fileHandleForWriting.close()
    let lines = LineReader(log.fileHandleForReading)
    let waiting = try await lines.line(containing: "waiting for the database")
    #expect(waiting?.contains(folder) == true)

    process.signal(SIGHUP)
    try FileManager.default.createSymbolicLink(
      atPath: folder, withDestinationPath: postgreSQL.folder)
    _ = try await lines.line(containing: "listening on")
    process.signal(SIGTERM)

    #expect(await process.end().code == 0)
    #expect(lines.text.ranges(of: "waiting for the database").count == 1)
  }

  @Test func `A signal ends a server that waits for its database`() async throws {
    let log = Pipe()
    let process = try Subprocess(
      CloudProgram.executable,
      ["serve", "--listen", "127.0.0.1:0", "--database", "postgresql:///x?host=/no/such/folder"],
      environment: ["KOOBER_HOME": program.home.path],
      output: .captured, error: .descriptor(log.fileHandleForWriting.fileDescriptor))
    try log.fileHandleForWriting.close()
    let lines = LineReader(log.fileHandleForReading)
    _ = try await lines.line(containing: "waiting for the database")

    process.signal(SIGTERM)

    #expect(await process.end().code == 0)
  }

  @Test(.enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed"))
  func `A server does not wait for what does not come by itself`() async throws {
    let url = try #require(PostgreSQLServer.shared).get().url(of: "no_such_database")

    let outcome = try await program.run(
      "serve", "--listen", "127.0.0.1:0", "--database", url)

    #expect(outcome.status == 69)
    #expect(outcome.error.contains("3D000"))
    #expect(outcome.error.contains("createdb"))
  }
}
