import Basics
import BenchmarkKit
import CloudTesting

/// Runs of `wrk`, which sends requests faster than any server here answers them.
struct Wrk {
  let script: String
  /// The file of riders; see the script.
  let riders: String
  let seconds: Int

  /// Sends requests of a kind and returns what their clients have seen.
  func run(_ kind: String, at url: String, connections: Int) throws -> Load {
    let threads = min(connections, 2)
    let outcome = try Subprocess.run(
      "wrk",
      [
        "-t\(threads)", "-c\(connections)", "-d\(seconds)s", "--timeout", "30s", "-s", script, url,
        "--", kind, riders, "\(threads)",
      ])
    let line = outcome.outputText.split(separator: "\n").last { $0.hasPrefix("RESULT") }
    let numbers = line?.split(separator: " ").dropFirst().compactMap { Double($0) } ?? []
    guard numbers.count == 5, numbers[1] > 0 else {
      throw SkipError("wrk measured nothing: \(outcome.outputText) \(outcome.errorText)")
    }
    return Load(
      perSecond: numbers[0] / (numbers[1] / 1e6), median: numbers[2] / 1e6,
      percentile99: numbers[3] / 1e6, errors: Int(numbers[4]))
  }
}

/// A PostgreSQL server that keeps what it commits, as one in service does, with a database of the
/// cloud and one of `pgbench`.
struct PostgreSQLFixture {
  private let server: PostgreSQLServer
  private let programs: String
  private let floor: String
  let url: String

  init() throws {
    guard let programs = PostgreSQLServer.programs else {
      throw SkipError("PostgreSQL is missing. Run Tools/install --tests.")
    }
    self.programs = programs
    server = try PostgreSQLServer(
      programs: programs, settings: "-c max_connections=700 -c shared_buffers=256MB")
    url = server.url(of: try server.makeDatabase())
    floor = server.url(of: try server.makeDatabase())
    _ = try pgbench(["-i", "-s", "10", "-q"])
  }

  /// Returns how many transactions per second `pgbench` reaches.
  ///
  /// - Parameter mix: `-S -M prepared` reads a row by its key, `-N` updates one and adds one.
  func transactionsPerSecond(
    _ mix: [String], connections: Int, seconds: Int, in database: String? = nil
  ) throws -> Double {
    let outcome = try pgbench(
      mix + ["-n", "-c", "\(connections)", "-j", "\(min(connections, 2))", "-T", "\(seconds)"],
      in: database)
    let line = outcome.outputText.split(separator: "\n").first { $0.hasPrefix("tps = ") }
    guard let number = line?.split(separator: " ").dropFirst(2).first.flatMap({ Double($0) }) else {
      throw SkipError("pgbench measured nothing: \(outcome.errorText)")
    }
    return number
  }

  /// Returns how many positions of drivers of the cloud per second `pgbench` writes.
  func positionsPerSecond(connections: Int, seconds: Int) throws -> Double {
    let folder = try TemporaryFolder()
    let statement = RawPositions.statement(plate: "'BENCH ' || :number")
    let script = try folder.write(
      "\\set number random(0, 511)\n\(statement);\n", to: "positions.sql")
    return try transactionsPerSecond(
      ["-M", "prepared", "-f", script], connections: connections, seconds: seconds, in: url)
  }

  private func pgbench(_ options: [String], in url: String? = nil) throws -> Subprocess.Outcome {
    try Subprocess.run("\(programs)/pgbench", options + [url ?? floor])
  }
}

/// The positions of drivers in the cloud's own file, which SQLite's C API writes to directly.
struct RawPositions {
  private let database: RawDatabase
  private let update: RawStatement

  init(path: String) throws {
    database = try RawDatabase(path: path)
    // The server works off what clients who have left had asked for.
    try database.execute("PRAGMA busy_timeout = 10000")
    update = try database.prepare(Self.statement(plate: "?1"))
  }

  static func plate(_ number: Int) -> String { "BENCH \(number)" }

  static func statement(plate: String) -> String {
    """
    UPDATE drivers SET latitude = -33.8586, longitude = 151.21, positioned_at = positioned_at + 1 \
    WHERE plate = \(plate) AND shift_at IS NOT NULL
    """
  }

  /// - Parameter count: How many share a transaction, as many as clients wait.
  func changesPerSecond(together count: Int, seconds: Int) throws -> Double {
    var changes = 0
    return try roundsPerSecond(for: seconds) {
      try database.transaction {
        for number in 0..<count { try update.run(Self.plate((changes + number) % 512)) }
      }
      changes += count
    } * Double(count)
  }
}

extension RawRides {
  /// How many rides are inserted, or cancelled, in a second, so many in each transaction.
  func changesPerSecond(together count: Int, seconds: Int) throws -> Double {
    try roundsPerSecond(for: seconds) {
      for change in [insertAlone, cancel] {
        try database.transaction { for _ in 0..<count { try change() } }
      }
    } * Double(2 * count)
  }
}

/// Repeats a piece of work for some seconds and returns how often a second it was done.
private func roundsPerSecond(for seconds: Int, _ work: () throws -> Void) rethrows -> Double {
  let start = ContinuousClock.now
  var rounds = 0
  while ContinuousClock.now < start + .seconds(seconds) {
    try work()
    rounds += 1
  }
  return Double(rounds) / ((ContinuousClock.now - start) / .seconds(1))
}
