import Foundation
import Trials

/// A home, and the service that the program there talks to.
final class Trial: Sendable {
  let home: String
  /// Where the streams of the programs are kept.
  let streams: String
  /// The same of programs that talk to the program under test.
  let client: String
  /// The file in which the shim counts.
  let counters: String
  /// Without a fault.
  let environment: [String: String]
  /// What every command line gets.
  let options: [String]
  /// The database on PostgreSQL's server.
  let database: String?
  private let folder: TrialFolder
  private let server: TrialServer?
  private let databases: DatabaseServer?

  /// Begins a trial of a scenario.
  ///
  /// - Parameter template: The trial whose home and database it begins with.
  init(_ scenario: Scenario, in laboratory: Laboratory.Fixtures, from template: Trial?) throws {
    folder = try TrialFolder()
    home =
      try template.map { [folder] in try folder.copy($0.home, to: "home") }
      ?? folder.empty("home")
    streams = try folder.empty("streams")
    client = try folder.empty("client")
    counters = "\(folder.path)/counters"
    var environment = [
      "KOOBER_HOME": home, "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
    ]
    databases = scenario.service == .postgresql ? laboratory.databases : nil
    database = try databases?.makeDatabase(
      from: template?.database ?? "template0", streams: streams)
    if let databases, let database {
      environment["KOOBER_CLOUD_DATABASE"] = databases.url(of: database)
    }
    switch scenario.service {
    case .http, .https:
      let isEncrypted = scenario.service == .https
      server = try TrialServer(
        "\(laboratory.programs)/koober-cloud",
        environment: environment.merging(["KOOBER_HOME": folder.empty("cloud")]) { $1 },
        folder: folder.empty("cloud-streams"),
        options: isEncrypted ? laboratory.certificate.serverOptions : [])
      guard let port = server?.port else { throw CocoaError(.executableLoad) }
      environment["KOOBER_CLOUD"] = "\(isEncrypted ? "https" : "http")://127.0.0.1:\(port)"
      options =
        ["--timeout", "10"] + (isEncrypted ? laboratory.certificate.clientOptions : [])
    case .none, .postgresql:
      server = nil
      options = []
    }
    self.environment = environment
  }

  deinit {
    _ = server?.end()
    if let database { databases?.drop(database, streams: streams) }
  }
}
