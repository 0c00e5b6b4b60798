import CloudStore
import Basics
import BenchmarkKit
import Cloud
import CloudPostgreSQL
import CloudTesting
import Core

/// The server under load, on both databases, beside what the machine and the database can do.
package struct LoadBenchmarks: Sendable {
  private enum Database: String, CaseIterable {
    case sqlite = "SQLite"
    case postgreSQL = "PostgreSQL"
  }

  private struct Work: Sendable {
    let kind: String
    let name: String
    /// With more the server refuses most of them at once, and the row would measure refusals.
    var mostConnections = Int.max
    let target: @Sendable (Database) -> String
  }

  private struct Plan: Sendable {
    let name: String
    let work: Work
    let database: Database
    let connections: Int
  }

  private static let works = [
    Work(kind: "ride", name: "GET ride") { $0 == .sqlite ? "≥ 0.5 at 64" : "≥ 0.35 at 64" },
    Work(kind: "request", name: "POST ride, cancel") { $0 == .sqlite ? "" : "≥ 0.8 at 8 to 64" },
    Work(kind: "position", name: "PUT position") { _ in "" },
    Work(kind: "search", name: "search places", mostConnections: 64) {
      $0 == .sqlite ? "≤ 1 ms at 1" : "≤ 2 ms at 1"
    },
    // The last: some go on when the clients have left.
    Work(kind: "sign-in", name: "sign in", mostConnections: 8) { _ in "two processors' hashes" },
  ]

  private let plans: [Plan]
  /// The time for each row.
  private let seconds: Int
  private let placeCount: Int

  /// - Parameter isQuick: Whether to measure only so much that it shows that everything works.
  package init(isQuick: Bool, filter: String) {
    seconds = isQuick ? 1 : 3
    placeCount = isQuick ? 10_000 : 150_000
    let counts = isQuick ? [8] : [1, 8, 64, 512]
    plans = Database.allCases.flatMap { database in
      Self.works.flatMap { work in
        Set(counts.map { min($0, work.mostConnections) }).sorted().map { count in
          Plan(
            name: "\(work.name), \(Self.world(database, count))", work: work, database: database,
            connections: count)
        }
      }
    }.filter { filter.isEmpty || $0.name.contains(filter) }
  }

  package var names: [String] { plans.map(\.name) }

  /// The ends of the names of the rows that a program fills one database for.
  package var worlds: [String] {
    plans.map { Self.world($0.database, $0.connections) }.reduce(into: []) { worlds, world in
      if !worlds.contains(world) { worlds.append(world) }
    }
  }

  private static func world(_ database: Database, _ connections: Int) -> String {
    "\(database.rawValue), \(connections) connections"
  }

  package func run(report: (String) -> Void) async throws -> [LoadRow] {
    var rows: [LoadRow] = []
    for database in Database.allCases where plans.contains(where: { $0.database == database }) {
      do {
        rows += try await measure(database, report: report)
      } catch let error as SkipError {
        report("\(database.rawValue) is skipped: \(error)")
      }
    }
    return rows
  }

  private func measure(_ database: Database, report: (String) -> Void) async throws -> [LoadRow] {
    let folder = try TemporaryFolder()
    let postgreSQL = database == .postgreSQL ? try PostgreSQLFixture() : nil
    let path = "\(folder.path)/cloud.sqlite"
    report("filling \(database.rawValue) …")
    let cloud = BenchCloud(
      postgreSQL.map { .postgreSQL(url: $0.url, connections: 1) } ?? .sqlite(path: path))
    let riders = try await cloud.addRiders(count: 512)
    let places = GeneratedPlaces.csv(count: placeCount, name: GeneratedPlaces.shortName)
    _ = try await cloud.importer.importPlaces(from: try folder.write(places, to: "places.csv"))
    let wrk = Wrk(
      script: try ProgramRun.path(in: "LOAD_SCRIPT"),
      riders: try folder.write(riders, to: "riders"), seconds: seconds)
    let server = try ServerProcess(
      ProgramRun.path(in: "KOOBER_CLOUD_PROGRAM"),
      [
        "serve", "--listen", "127.0.0.1:0", "--rate-limits", "none", "--connections-per-address",
        "4096", "--workers", database == .sqlite ? "8" : "64", "--database",
        postgreSQL?.url ?? "sqlite:\(path)", "--json",
      ], environment: ["HOME": folder.path], log: .file("\(folder.path)/log"))
    var rows: [LoadRow] = []
    for plan in plans where plan.database == database {
      report("\(plan.name) …")
      rows.append(try await row(of: plan, server, wrk, postgreSQL, path))
    }
    return rows
  }

  private func row(
    of plan: Plan, _ server: ServerProcess, _ wrk: Wrk, _ postgreSQL: PostgreSQLFixture?,
    _ path: String
  ) async throws -> LoadRow {
    let floor = try await floor(of: plan, wrk, postgreSQL, path)
    let before = server.processorSeconds
    let load = try wrk.run(plan.work.kind, at: server.url, connections: plan.connections)
    let used = server.processorSeconds - before
    return LoadRow(
      name: plan.name, target: plan.work.target(plan.database), load: load,
      processorSeconds: used / max(1, load.perSecond * Double(seconds)),
      residentBytes: server.residentBytes, floor: floor)
  }

  private func floor(
    of plan: Plan, _ wrk: Wrk, _ postgreSQL: PostgreSQLFixture?, _ path: String
  ) async throws -> Double? {
    switch (plan.work.kind, postgreSQL) {
    case ("ride", nil):
      let empty = try ServerProcess(ProgramRun.path(in: "EMPTY_HANDLER"), [])
      return try wrk.run("empty", at: empty.url, connections: plan.connections).perSecond
    case ("ride", let postgreSQL?):
      return try postgreSQL.transactionsPerSecond(
        ["-S", "-M", "prepared"], connections: plan.connections, seconds: seconds)
    case ("request", nil):
      let folder = try TemporaryFolder()
      let rides = try await RawRides(path: "\(folder.path)/floor.sqlite")
      return try rides.changesPerSecond(together: plan.connections, seconds: seconds)
    case ("request", let postgreSQL?):
      return try postgreSQL.transactionsPerSecond(
        ["-N"], connections: plan.connections, seconds: seconds)
    case ("position", nil):
      return try RawPositions(path: path).changesPerSecond(
        together: plan.connections, seconds: seconds)
    case ("position", let postgreSQL?):
      return try postgreSQL.positionsPerSecond(connections: plan.connections, seconds: seconds)
    default: return nil
    }
  }
}

extension BenchCloud {
  /// Adds riders, each with a cancelled ride and on shift, and returns their lines for the script of
  /// `wrk`: a token, a ride, an e-mail and the request of a ride.
  fileprivate func addRiders(count: Int) async throws -> String {
    try await signUpRiders(upTo: count)
    var lines = ""
    for number in 0..<count {
      let session = rider(number)
      let request = try await quotedTrip(session)
      let ride = try await client.call(CloudAPI.requestRide, body: request, session: session)
      _ = try await client.call(
        CloudAPI.cancelRide, parameters: RideCancelling(ride: ride.id), session: session)
      let car = DriverCar(plate: RawPositions.plate(number), model: "Mazda 2", option: .wallabee)
      _ = try await client.call(CloudAPI.registerDriver, body: car, session: session)
      _ = try await client.call(
        CloudAPI.startShift, body: DriverPosition(.operaHouse), session: session)
      let token = session.remoteSession.token.revealed
      let body = String(decoding: try JSONCoding.encode(request), as: UTF8.self)
      lines += "\(token) \(ride.id) \(Self.email(of: number)) \(body)\n"
    }
    return lines
  }
}
