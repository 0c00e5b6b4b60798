import Foundation
import RobustnessKit

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
  /// The options of every command line.
  let options: [String]
  /// The database on PostgreSQL's server.
  let database: String?
  private let folder: RunFolder
  private let server: ServerProcess?
  private let databases: DatabaseServer?

  /// Begins a run of a scenario.
  ///
  /// - Parameter template: The run whose home and database it begins with.
  init(_ scenario: Scenario, in fixtures: Harness.Fixtures, from template: Run?) throws {
    folder = try RunFolder()
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
      server = try ServerProcess(
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

/// A certificate for 127.0.0.1 that only these runs trust.
struct Certificate: Sendable {
  private let folder: String

  /// The options of a server with this certificate.
  var serverOptions: [String] {
    ["--tls-certificate", "\(folder)/certificate.pem", "--tls-key", "\(folder)/key.pem"]
  }

  /// The options of a client that trusts it.
  var clientOptions: [String] { ["--cloud-ca", "\(folder)/certificate.pem"] }

  init(in folder: String, streams: String) throws {
    self.folder = folder
    let outcome = try ProgramRun.run(
      "/usr/bin/openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-days", "60", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
        "-keyout", "\(folder)/key.pem", "-out", "\(folder)/certificate.pem",
      ], environment: ["PATH": "/usr/bin:/bin"], folder: streams)
    guard outcome.status == 0 else { throw ToolOptions.Failure(message: outcome.errorText) }
  }
}
