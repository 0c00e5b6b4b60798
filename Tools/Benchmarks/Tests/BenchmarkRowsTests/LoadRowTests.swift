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
}
