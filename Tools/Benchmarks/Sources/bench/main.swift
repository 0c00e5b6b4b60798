import BenchmarkKit
import BenchmarkRows
import Glibc

var json = false
var filter = ""
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  switch argument {
  case "--json":
    json = true
  case "--only":
    guard let text = arguments.popFirst() else { fail("'--only' needs a text.") }
    filter = text
  default:
    fail("'\(argument)' is unknown. Try 'Tools/bench --help'.")
  }
}
let benchmarks = Rows.all.filter { filter.isEmpty || $0.name.contains(filter) }
if benchmarks.isEmpty { fail("No work's name contains '\(filter)'.") }

var rows: [Row] = []
for benchmark in benchmarks {
  if isatty(STDERR_FILENO) == 1 { say("\(benchmark.name) …") }
  do {
    rows.append(try await benchmark.run(.full))
  } catch let skipped as Skipped {
    say("'\(benchmark.name)' is skipped: \(skipped)")
  } catch {
    fail("'\(benchmark.name)' failed: \(error)", status: 1)
  }
}
print(json ? rows.json : Table(rows).text)

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
