import BenchmarkKit
import Testing

struct PairedBenchmarkTests {
  private final class Box {
    let other: Box?

    init(other: Box? = nil) {
      self.other = other
    }
  }

  @Test func `Allocations of the work and of the floor are counted apart`() async throws {
    let benchmark = Benchmark.paired(
      "boxes", target: "none",
      prepare: { _ in Sink<Box>() },
      floor: { $0.value = Box() },
      work: { $0.value = Box(other: Box()) })

    let measurement = try await benchmark.run(.brief).measurement

    #expect(measurement.floor.allocations == 1)
    #expect(measurement.work.allocations == 2)
    #expect(measurement.ratio > 0)
  }

  @Test func `A fixture that cannot be made is an error`() async {
    struct Failure: Error {}
    let benchmark = Benchmark.paired(
      "nothing", target: "none",
      prepare: { _ in throw Failure() },
      floor: { (_: Sink<Box>) in },
      work: { _ in })

    await #expect(throws: Failure.self) { try await benchmark.run(.brief) }
  }
}
