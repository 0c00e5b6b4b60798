package import Basics
import BenchmarkKit

/// The measurement of many clients at once.
package struct LoadRow: Sendable {
  /// For example `GET ride, SQLite, 64 connections`.
  let name: String
  let target: String
  let load: Load
  /// CPU time of the server's process for one request, in seconds.
  let processorSeconds: Double
  /// The server's resident memory afterwards, in bytes.
  let residentBytes: Int
  /// Requests or transactions per second of the least program that does the same work.
  let floor: Double?

  private var ratio: Double? { floor.map { load.perSecond / $0 } }

  fileprivate var cells: [String] {
    func time(_ seconds: Double) -> String { ResultTable.time(seconds * 1e9) }
    return [
      name, "\(Int(load.perSecond))", time(load.median), time(load.percentile99),
      "\(load.errors)", time(processorSeconds), "\(residentBytes >> 20) MiB",
      floor.map { "\(Int($0))" } ?? "-", ratio.map(ResultTable.ratio) ?? "-", target,
    ]
  }

  /// The row as a JSON object; times in seconds.
  package var json: JSON {
    [
      "work": .string(name), "target": .string(target), "perSecond": .number(load.perSecond),
      "median": .number(load.median), "percentile99": .number(load.percentile99),
      "errors": .number(JSON.Number(load.errors)), "processorSeconds": .number(processorSeconds),
      "residentBytes": .number(JSON.Number(residentBytes)),
      "floor": floor.map { .number($0) } ?? .null, "ratio": ratio.map { .number($0) } ?? .null,
    ]
  }
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
  package var text: String {
    let head = [
      "work", "per second", "median", "99 %", "errors", "CPU each", "memory", "floor", "ratio",
      "target",
    ]
    return ResultTable.text([head] + map(\.cells))
  }
}
