import Basics
import BenchmarkKit
import Cloud
import CloudPostgreSQL

/// The server under load, on both databases, beside what the machine and the database can do.
public struct LoadBenchmarks: Sendable {
  /// How much is measured.
  public struct Effort: Sendable {
    let seconds: Int
    let connections: [Int]
    let places: Int

    /// Three seconds for each row, with 150 000 places.
    public static let full = Effort(seconds: 3, connections: [1, 8, 64, 512], places: 150_000)
    /// Enough to see that it works.
    public static let quick = Effort(seconds: 1, connections: [8], places: 10_000)
  }

  private enum Database: String, CaseIterable {
    case sqlite = "SQLite"
    case postgreSQL = "PostgreSQL"
  }

  /// A kind of request of the script.
  private struct Work: Sendable {
    let kind: String
    let name: String
    /// With more the server refuses most of them at once, and the row would measure refusals.
    var mostConnections = Int.max
    let target: @Sendable (Database) -> String
  }

  private static let works = [
    Work(kind: "ride", name: "GET ride") { $0 == .sqlite ? "≥ 0.5 at 64" : "≥ 0.35 at 64" },
    Work(kind: "request", name: "POST ride, cancel") {
      $0 == .sqlite ? "" : "≥ 0.8 at 8 to 64"
    },
    Work(kind: "search", name: "search places", mostConnections: 64) { _ in "≤ 10 ms at 1" },
    // The last: some go on when the clients have left.
    Work(kind: "sign-in", name: "sign in", mostConnections: 8) { _ in "two processors' hashes" },
  ]

  private let effort: Effort
  /// Only rows whose names contain it.
  private let filter: String
  /// Names a row and the folder that gets a picture of where its time went.
  private let profile: (row: String, folder: String)?

  /// - Parameters:
  ///   - filter: Only rows whose names contain it are measured.
  ///   - profile: The row to draw a flame graph of, and the folder for it.
  public init(
    _ effort: Effort, filter: String, profile: (row: String, folder: String)? = nil
  ) {
    self.effort = effort
    self.filter = filter
    self.profile = profile
  }

  /// The names of the rows that are measured.
  public var names: [String] {
    Database.allCases.flatMap { database in
      Self.works.flatMap { work in
        effort.connections.filter { $0 <= work.mostConnections }.map { name(work, database, $0) }
      }
    }.filter { filter.isEmpty || $0.contains(filter) }
  }

  private func name(_ work: Work, _ database: Database, _ connections: Int) -> String {
    "\(work.name), \(database.rawValue), \(connections) connections"
  }

  /// Measures row after row.
  public func run(report: (String) -> Void) async throws -> [LoadRow] {
    var rows: [LoadRow] = []
    for database in Database.allCases
    where names.contains(where: { $0.contains(database.rawValue) }) {
      do {
        rows += try await measure(database, report: report)
      } catch let skipped as Skipped {
        report("\(database.rawValue) is skipped: \(skipped)")
      }
    }
    return rows
  }

  private func measure(
    _ database: Database, report: (String) -> Void
  ) async throws -> [LoadRow] {
    let folder = try TemporaryFolder()
    let cluster = database == .postgreSQL ? try PostgreSQLCluster() : nil
    let address = cluster?.url ?? "sqlite:\(folder.path)/cloud.sqlite"
    report("filling \(database.rawValue) …")
    let riders = try await World.fill(
      cluster.map { .postgreSQL(url: $0.url, connections: 1) }
        ?? .sqlite(path: "\(folder.path)/cloud.sqlite"),
      places: effort.places, in: folder)
    let wrk = Wrk(
      script: try ProgramRun.path(in: "LOAD_SCRIPT"),
      riders: try folder.write(riders, to: "riders"), seconds: effort.seconds)
    let server = try ServerProcess(
      ProgramRun.path(in: "KOOBER_CLOUD_PROGRAM"),
      [
        "serve", "--listen", "127.0.0.1:0", "--rate-limits", "none", "--connections-per-address",
        "4096", "--workers", database == .sqlite ? "8" : "64", "--database", address, "--json",
      ], environment: ["HOME": folder.path], log: .file("\(folder.path)/log")
    ) { line in line.split(separator: "\"port\":").dropFirst().first?.prefix { $0.isNumber } }
    var rows: [LoadRow] = []
    for work in Self.works {
      for connections in effort.connections {
        let name = name(work, database, connections)
        guard names.contains(name) else { continue }
        report("\(name) …")
        let floor = try await floor(of: work, connections: connections, cluster, wrk)
        let graph = profile?.row == name ? try FlameGraph(of: server.identifier, wrk.seconds) : nil
        let before = server.processorSeconds
        let load = try wrk.run(work.kind, at: server.url, connections: connections)
        let used = server.processorSeconds - before
        try profile.map { try graph?.write(to: $0.folder) }
        rows.append(
          LoadRow(
            name: name, target: work.target(database), load: load,
            processorSeconds: used / max(1, load.perSecond * Double(wrk.seconds)),
            residentBytes: server.residentBytes, floor: floor))
      }
    }
    return rows
  }

  private func floor(
    of work: Work, connections: Int, _ cluster: PostgreSQLCluster?, _ wrk: Wrk
  ) async throws -> Double? {
    switch (work.kind, cluster) {
    case ("ride", nil):
      let empty = try ServerProcess(ProgramRun.path(in: "EMPTY_HANDLER"), []) {
        $0.prefix { $0.isNumber }
      }
      return try wrk.run("empty", at: empty.url, connections: connections).perSecond
    case ("ride", let cluster?):
      return try cluster.transactionsPerSecond(
        ["-S", "-M", "prepared"], connections: connections, seconds: wrk.seconds)
    case ("request", nil):
      let folder = try TemporaryFolder()
      let rides = try await RawRides(path: "\(folder.path)/floor.sqlite")
      return try rides.changesPerSecond(together: connections, seconds: wrk.seconds)
    case ("request", let cluster?):
      return try cluster.transactionsPerSecond(
        ["-N"], connections: connections, seconds: wrk.seconds)
    default: return nil
    }
  }
}

extension RawRides {
  /// How many rides are inserted, or cancelled, in a second.
  ///
  /// - Parameter count: How many share a transaction, as many as clients wait.
  fileprivate func changesPerSecond(together count: Int, seconds: Int) throws -> Double {
    let start = ContinuousClock.now
    let end = start + .seconds(seconds)
    var changes = 0
    while ContinuousClock.now < end {
      for change in [insertAlone, cancel] {
        try transaction { for _ in 0..<count { try change() } }
        changes += count
      }
    }
    return Double(changes) / ((ContinuousClock.now - start) / .seconds(1))
  }
}
