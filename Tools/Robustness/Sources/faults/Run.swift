import Foundation
import Trials

/// A home, and the service that the program there talks to.
final class Run: Sendable {
  let home: String
  /// Where the streams of the programs are kept.
  let streams: String
  /// The same of programs that talk to the program under test.
  let client: String
  /// The file that the shim fills.
  let report: String
  /// Without a fault.
  let environment: [String: String]
  /// What every command line gets.
  let options: [String]
  /// The database on PostgreSQL's server.
  let database: String?
  private let folder: TrialFolder
  private let server: TrialServer?
  private let databases: DatabaseServer?

  /// Begins a run of a scenario.
  ///
  /// - Parameter template: The run whose home and database it begins with.
  init(_ scenario: Scenario, in fixtures: Harness.Fixtures, from template: Run?) throws {
    folder = try TrialFolder()
    home =
      try template.map { [folder] in try folder.copy($0.home, to: "home") }
      ?? folder.empty("home")
    streams = try folder.empty("streams")
    client = try folder.empty("client")
    report = "\(folder.path)/report"
    var environment = [
      "KOOBER_HOME": home, "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
      "VISUAL": "sed -i s/before/edited/",
    ]
    databases = scenario.service == .postgresql ? fixtures.databases : nil
    database = try databases?.makeDatabase(
      from: template?.database ?? "template0", streams: streams)
    if let databases, let database {
      environment["KOOBER_CLOUD_DATABASE"] = databases.url(of: database)
    }
    switch scenario.service {
    case .http, .https:
      let isEncrypted = scenario.service == .https
      server = try TrialServer(
        "\(fixtures.programs)/koober-cloud",
        environment: environment.merging(["KOOBER_HOME": folder.empty("cloud")]) { $1 },
        folder: folder.empty("cloud-streams"),
        options: isEncrypted ? fixtures.certificate.serverOptions : [])
      guard let port = server?.port else { throw CocoaError(.executableLoad) }
      environment["KOOBER_CLOUD"] = "\(isEncrypted ? "https" : "http")://127.0.0.1:\(port)"
      options =
        ["--timeout", "10"] + (isEncrypted ? fixtures.certificate.clientOptions : [])
    case nil, .postgresql:
      server = nil
      options = []
    }
    self.environment = environment
  }

  /// The files of the home, with the same names whatever the server's port is; the companions of a
  /// database come and go.
  var files: Set<String> {
    let names = FileManager.default.enumerator(atPath: home)?.compactMap { $0 as? String } ?? []
    let port = (server?.port).map { "\($0)" } ?? "PORT"
    return Set(
      names.filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
        .map { $0.replacing(port, with: "PORT") })
  }

  deinit {
    _ = server?.end()
    if let database { databases?.drop(database, streams: streams) }
  }
}
