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
    ])
    func `Work asks for no more memory than promised`(name: String, promised: Int) throws {
      let benchmark = try #require(Rows.all.first { $0.name == name })

      let allocations = try #require(benchmark.run(.brief).measurement.work.allocations)

      #expect(allocations <= promised)
    }
  #endif

  @Test(arguments: Rows.all.map(\.name))
  func `Every row runs`(name: String) throws {
    let benchmark = try #require(Rows.all.first { $0.name == name })

    let row = try benchmark.run(.brief)

    #expect(row.name == name)
    #expect(!row.target.isEmpty)
    #expect(row.measurement.work.median > 0)
  }

  @Test func `No two rows have one name`() {
    #expect(Set(Rows.all.map(\.name)).count == Rows.all.count)
  }
}
