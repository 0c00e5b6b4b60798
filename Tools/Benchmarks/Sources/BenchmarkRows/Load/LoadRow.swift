public import Basics
import BenchmarkKit

/// The measurement of many clients at once.
public struct LoadRow: Sendable {
  /// For example `GET ride, SQLite, 64 connections`.
  public let name: String
  let target: String
  let load: Load
  /// CPU time of the server's process for one request, in seconds.
  let processorSeconds: Double
  /// The server's resident memory afterwards, in bytes.
  let residentBytes: Int
  /// Requests or transactions per second of the least program that does the same work.
  let floor: Double?

  var ratio: Double? { floor.map { load.perSecond / $0 } }
}

/// The answers that clients got.
struct Load: Sendable {
  let perSecond: Double
  /// In seconds.
  let median: Double
  let percentile99: Double
  let errors: Int
}

extension [LoadRow] {
  private static let head = [
    "work", "per second", "median", "99 %", "errors", "CPU each", "memory", "floor", "ratio",
    "target",
  ]

  /// The rows in columns.
  public var text: String {
    Table.lines([Self.head] + map(\.cells)).joined(separator: "\n")
  }

  /// The rows as JSON objects; times in seconds.
  public var json: [JSON] { map(\.json) }
}

extension LoadRow {
  fileprivate var cells: [String] {
    [
      name, "\(Int(load.perSecond))", Table.time(load.median * 1e9),
      Table.time(load.percentile99 * 1e9), "\(load.errors)", Table.time(processorSeconds * 1e9),
      "\(residentBytes >> 20) MiB", floor.map { "\(Int($0))" } ?? "-",
      ratio.map { Table.decimal($0, digits: 2) } ?? "-", target,
    ]
  }

  fileprivate var json: JSON {
    [
      "work": .string(name), "target": .string(target), "perSecond": .number(load.perSecond),
      "median": .number(load.median), "percentile99": .number(load.percentile99),
      "errors": .number(JSON.Number(load.errors)), "processorSeconds": .number(processorSeconds),
      "residentBytes": .number(JSON.Number(residentBytes)),
      "floor": floor.map { .number($0) } ?? .null, "ratio": ratio.map { .number($0) } ?? .null,
    ]
  }
}

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
      throw Skipped("wrk measured nothing: \(outcome.outputText) \(outcome.errorText)")
    }
    return Load(
      perSecond: numbers[0] / (numbers[1] / 1e6), median: numbers[2] / 1e6,
      percentile99: numbers[3] / 1e6, errors: Int(numbers[4]))
  }
}
