package import BenchmarkKit

/// Every row, in the order of the table; a topic has a file of its own, and one line here.
package enum Rows {
  package static let all: [Benchmark] = [
    composition, flags, json, start, screens, places, rides, growth,
  ].flatMap(\.self)
}

/// The reason why a benchmark could not do its work.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
