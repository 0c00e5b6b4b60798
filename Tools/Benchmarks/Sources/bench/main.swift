import Basics
import BenchmarkKit
import BenchmarkRows
import Foundation

var isJSON = false
var isQuick = false
var isGuard = false
var filter = ""
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  switch argument {
  case "--json": isJSON = true
  case "--quick": isQuick = true
  case "--guard": isGuard = true
  case "--only":
    guard let text = arguments.popFirst() else { fail("'--only' needs a text.") }
    filter = text
  default: fail("'\(argument)' is unknown. Try 'Tools/bench --help'.")
  }
}
let benchmarks = Rows.all.filter { filter.isEmpty || $0.name.contains(filter) }
let loads = LoadBenchmarks(isQuick: isQuick, filter: filter)
let variables = ProcessInfo.processInfo.environment
if let program = variables["OTHER_BENCH"], let folder = variables["OTHER_FOLDER"] {
  let turns = Turns(
    isGuard: isGuard, isQuick: isQuick, filter: filter, other: (program, folder))
  do {
    let (comparison, hasFailed) = try turns.run()
    print(isJSON ? comparison.json.serialized(.pretty) : comparison.text)
    exit(hasFailed ? 1 : 0)
  } catch {
    report("The two programs could not be measured: \(error)")
    exit(70)
  }
}
if benchmarks.isEmpty, loads.names.isEmpty { fail("No work's name contains '\(filter)'.") }

var rows: [Row] = []
var hasFailed = false
for benchmark in benchmarks {
  if isatty(STDERR_FILENO) == 1 { report("\(benchmark.name) …") }
  do {
    rows.append(try await benchmark.run(isQuick ? .brief : .full))
  } catch let error as SkipError {
    report("'\(benchmark.name)' is skipped: \(error)")
  } catch {
    report("'\(benchmark.name)' failed: \(error)")
    hasFailed = true
  }
}
var loadRows: [LoadRow] = []
do {
  loadRows = try await loads.run { report($0) }
} catch {
  report("The server could not be measured: \(error)")
  hasFailed = true
}
if isJSON {
  print(JSON.array(rows.map(\.json) + loadRows.map(\.json)).serialized(.pretty))
} else {
  let tables = [rows.isEmpty ? "" : rows.text, loadRows.isEmpty ? "" : loadRows.text]
  print(tables.filter { !$0.isEmpty }.joined(separator: "\n\n"))
}
// The other rows are printed nevertheless.
exit(hasFailed ? 1 : 0)

/// Ends the program with the exit status of a wrong command line.
func fail(_ message: String) -> Never {
  report(message)
  exit(64)
}

func report(_ message: String) {
  let line = Array("bench: \(message)\n".utf8)
  // Without a standard error the error cannot be reported.
  _ = write(STDERR_FILENO, line, line.count)
}
