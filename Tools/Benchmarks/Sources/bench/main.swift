import Basics
import BenchmarkKit
import BenchmarkRows
import Glibc

var json = false
var isQuick = false
var filter = ""
var profiled: String?
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  switch argument {
  case "--json":
    json = true
  case "--quick":
    isQuick = true
  case "--only":
    guard let text = arguments.popFirst() else { fail("'--only' needs a text.") }
    filter = text
  case "--profile":
    guard let row = arguments.popFirst() else { fail("'--profile' needs a row of the server.") }
    (profiled, filter) = (row, row)
  default:
    fail("'\(argument)' is unknown. Try 'Tools/bench --help'.")
  }
}
let benchmarks = Rows.all.filter { filter.isEmpty || $0.name.contains(filter) }
let loads = LoadBenchmarks(
  isQuick ? .quick : .full, filter: filter, profile: profiled.map { ($0, ".") })
if benchmarks.isEmpty, loads.names.isEmpty { fail("No work's name contains '\(filter)'.") }
if let profiled, !loads.names.contains(profiled) {
  fail("'\(profiled)' is no row of the server, such as '\(loads.names.first ?? "")'.")
}

var rows: [Row] = []
var hasFailed = false
for benchmark in benchmarks {
  if isatty(STDERR_FILENO) == 1 { say("\(benchmark.name) …") }
  do {
    rows.append(try await benchmark.run(isQuick ? .brief : .full))
  } catch let skipped as Skipped {
    say("'\(benchmark.name)' is skipped: \(skipped)")
  } catch {
    say("'\(benchmark.name)' failed: \(error)")
    hasFailed = true
  }
}
var loadRows: [LoadRow] = []
do {
  loadRows = try await loads.run { say($0) }
} catch {
  say("The server could not be measured: \(error)")
  hasFailed = true
}
if json {
  print(JSON.array(rows.json + loadRows.json).serialized(.pretty))
} else {
  let tables = [rows.isEmpty ? "" : Table(rows).text, loadRows.isEmpty ? "" : loadRows.text]
  print(tables.filter { !$0.isEmpty }.joined(separator: "\n\n"))
}
// The other rows are printed nevertheless.
exit(hasFailed ? 1 : 0)

/// Says why the program ends, by default with the exit status of a wrong command line.
func fail(_ message: String, status: Int32 = 64) -> Never {
  say(message)
  exit(status)
}

func say(_ message: String) {
  let line = Array("bench: \(message)\n".utf8)
  // Without a standard error the error cannot be reported.
  _ = write(STDERR_FILENO, line, line.count)
}
