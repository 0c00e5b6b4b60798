import Basics
import CloudTesting
import Foundation
import RobustnessKit

/// The files and servers that all runs use.
struct Fixtures: Sendable {
  let programs: String
  /// The folder of files that commands read, and of a certificate for 127.0.0.1 that only these
  /// runs trust.
  let files: String
  /// Only where a scenario needs it.
  let databases: PostgreSQLServer?

  init(programs: String, files: String, hasDatabases: Bool) throws {
    (self.programs, self.files) = (programs, files)
    let outcome = try Outcome(
      running: "/usr/bin/openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-days", "60", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
        "-keyout", "\(files)/key.pem", "-out", "\(files)/certificate.pem",
      ], environment: ["PATH": "/usr/bin:/bin"])
    guard outcome.status == 0 else { throw ToolError(outcome.errorText) }
    databases = hasDatabases ? try .started() : nil
  }

  /// The options of a client that trusts the certificate.
  var clientOptions: [String] { ["--cloud-ca", "\(files)/certificate.pem"] }

  func serve(_ environment: [String: String], isEncrypted: Bool = false) throws -> ServerProcess {
    let options = [
      "--tls-certificate", "\(files)/certificate.pem", "--tls-key", "\(files)/key.pem",
    ]
    return try ServerProcess(
      "\(programs)/koober-cloud", environment: environment, options: isEncrypted ? options : [])
  }
}

/// A home, and the service that the program there talks to.
final class Run: Sendable {
  let home: String
  /// The file that the shim fills.
  let report: String
  /// The variables of every program, without a fault.
  let environment: [String: String]
  let options: [String]
  let database: String?
  private let folder: TemporaryFolder
  private let server: ServerProcess?
  private let databases: PostgreSQLServer?

  /// Begins a run of a scenario, with the home and the database of another one.
  init(_ scenario: Scenario, in fixtures: Fixtures, from template: Run?) throws {
    folder = try TemporaryFolder()
    home = try folder.makeFolder("home", from: template?.home)
    report = folder.path(of: "report")
    var environment = [
      "KOOBER_HOME": home, "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
      "VISUAL": "sed -i s/before/edited/",
    ]
    databases = scenario.service == .postgresql ? fixtures.databases : nil
    database = try databases?.makeDatabase(from: template?.database ?? "template0")
    if let databases, let database {
      environment["KOOBER_CLOUD_DATABASE"] = databases.url(of: database)
    }
    switch scenario.service {
    case .http, .https:
      let isEncrypted = scenario.service == .https
      let cloud = ["KOOBER_HOME": try folder.makeFolder("cloud")]
      server = try fixtures.serve(environment.merging(cloud) { $1 }, isEncrypted: isEncrypted)
      guard let port = server?.port else { throw CocoaError(.executableLoad) }
      environment["KOOBER_CLOUD"] = "\(isEncrypted ? "https" : "http")://127.0.0.1:\(port)"
      options = ["--timeout", "10"] + (isEncrypted ? fixtures.clientOptions : [])
    case nil, .postgresql:
      server = nil
      options = []
    }
    self.environment = environment
  }

  deinit {
    server?.end()
    if let database { databases?.drop(database) }
  }

  /// The home of a program that talks to the program under test.
  var clientHome: String { folder.path(of: "client") }

  /// The document that the last step printed, with a code or a token.
  var printed: [String: Any]? {
    (try? Data(contentsOf: URL(filePath: "\(home)/output.json"))).flatMap(jsonObject)
  }

  /// The files of the home, whatever the server's port is; a database's companions come and go.
  var files: Set<String> {
    let port = (server?.port).map { "\($0)" } ?? "PORT"
    return Set(
      names.filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
        .map { $0.replacing(port, with: "PORT") })
  }

  private var names: [String] {
    FileManager.default.enumerator(atPath: home)?.compactMap { $0 as? String } ?? []
  }

  /// Returns what is wrong with the files of the home after a fault.
  func damage() throws -> [String] {
    try names.sorted().flatMap { name -> [String] in
      let path = "\(home)/\(name)"
      if name.hasSuffix(".sqlite") { return try damage(ofDatabase: path) }
      guard name.hasSuffix(".json") else { return [] }
      let text = try Data(contentsOf: URL(filePath: path))
      if (try? JSONSerialization.jsonObject(with: text, options: .fragmentsAllowed)) != nil {
        return []
      }
      return ["\(name) is no JSON: \(String(decoding: text.prefix(80), as: UTF8.self))"]
    }
  }

  private func damage(ofDatabase path: String) throws -> [String] {
    let outcome = try Outcome(
      running: "/usr/bin/sqlite3",
      [path, "PRAGMA integrity_check; PRAGMA foreign_key_check; PRAGMA quick_check;"],
      environment: [:])
    let answer = String(decoding: outcome.output, as: UTF8.self)
    let isSound = outcome.status == 0 && answer == "ok\nok\n"
    return isSound ? [] : ["\(path) is damaged: \(answer)\(outcome.errorText)"]
  }
}

extension Outcome {
  /// The statuses that a command may end with, see `koober help exit-codes`.
  private static let known: Set<Int32> = [0, 1, 65, 66, 69, 70, 73, 74, 75, 76, 77, 78]

  /// The problem of the way in which a command ended.
  func problem(isFaulty: Bool) -> String? {
    guard let status, !isHung else { return "\(summary): \(errorText.suffix(400))" }
    if !isFaulty { return status == 0 ? nil : "\(summary): \(errorText)" }
    guard Self.known.contains(status) else { return "\(summary) is not in the table: \(errorText)" }
    if status == 0 { return nil }
    for word in ["Optional(", "Fatal error", "SQLiteError", "Swift."]
    where errorText.contains(word) {
      return "The message shows '\(word)': \(errorText)"
    }
    // The doctor's report is an answer, also when it is not healthy.
    let answer = error.isEmpty && status == 1 ? output : error
    if (try? JSONSerialization.jsonObject(with: answer)) == nil {
      return "\(summary) without a JSON error: '\(errorText)'"
    }
    return nil
  }
}
