import BenchmarkKit
import BenchmarkRows
import Testing

/// The counts that are promised, asserted; times are only ever printed.
struct PromisedAllocationsTests {
  // In a debug build every scope also pays for its lifetime probe.
  #if !DEBUG
    @Test(arguments: [
      ("onboarding scope with its screen's five objects", 5 + 1),
      ("read an app-wide object from a scope", 0),
      ("three nested scopes with 14 objects", 14 + 3),
      ("Factory.create(payload:), dependency present", 1),
      ("evaluate a static flag", 0),
    ])
    func `Work asks for no more memory than promised`(name: String, promised: Int) async throws {
      let benchmark = try #require(Rows.all.first { $0.name == name })

      let row = try await benchmark.run(.brief)
      let allocations = try #require(row.measurement.work.allocations)

      #expect(allocations <= promised)
    }
  #endif

  @Test(arguments: Rows.all.map(\.name))
  func `Every row runs`(name: String) async throws {
    let benchmark = try #require(Rows.all.first { $0.name == name })

    do {
      let row = try await benchmark.run(.brief)

      #expect(row.name == name)
      #expect(!row.target.isEmpty)
      #expect(row.measurement.work.median > 0)
    } catch let error as SkipError {
      try Test.cancel("\(error)")
    }
  }

  @Test func `No two rows have one name`() {
    #expect(Set(Rows.all.map(\.name)).count == Rows.all.count)
  }
}
