public import BenchmarkKit

/// Every row, in the order of the table. A topic has a file of its own, and one line here.
public enum Rows {
  /// All rows.
  public static let all: [Benchmark] = [
    scopes, factories, flags, json, start, screens, places, rides, growth,
  ].flatMap(\.self)
}
