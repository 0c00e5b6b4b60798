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

let rows = try benchmarks.map { try $0.run(.full) }
print(json ? rows.json : Table(rows).text)

/// Says why the program ends, with the exit status of a wrong command line.
func fail(_ message: String) -> Never {
  let line = Array("bench: \(message)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
  exit(64)
}
