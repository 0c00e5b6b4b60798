import Testing

@testable import BenchmarkRows

struct LoadRowTests {
  @Test func `A row stands beside its floor`() {
    let row = LoadRow(
      name: "GET", target: "≥ 0.5",
      load: Load(perSecond: 25_000.4, median: 0.00125, percentile99: 0.02, errors: 0),
      processorSeconds: 0.000_03, residentBytes: 64 << 20, floor: 100_000)

    let expected = """
      work  per second     median     99 %  errors  CPU each  memory   floor  ratio  target
      GET        25000  1250.0 µs  20.0 ms       0   30.0 µs  64 MiB  100000   0.25  ≥ 0.5
      """
    #expect([row].text == expected)
  }

  @Test func `No row has so many connections that most are refused`() {
    let names = LoadBenchmarks(isQuick: false, filter: "SQLite").names

    #expect(names.contains("GET ride, SQLite, 512 connections"))
    #expect(
      names.filter { $0.hasPrefix("sign in") && !$0.hasSuffix(", 1 connections") } == [
        "sign in, SQLite, 8 connections"
      ])
    #expect(names.last { $0.hasPrefix("search") } == "search places, SQLite, 64 connections")
  }
}
