import Testing

@testable import MonoCore

struct CrashedTestTests {
  @Test func `Among tests that run at once the one that crashes is named`() throws {
    let folder = try TemporaryFolder()
    let tests = (0..<20).map { number in
      """
      @Test func wait\(number)() async {
        for _ in 0..<200 { await Task.yield() }
      }
      """
    }
    try FixturePackage(
      name: "P", source: "public func crash(_ empty: [Int]) -> Int { empty[1] }",
      test: """
        import P
        import Testing
        \(tests.joined(separator: "\n"))
        @Test func crashes() async {
          await Task.yield()
          #expect(crash([]) == 0)
        }
        """
    ).write(to: folder)

    let report = try folder.monoTest()

    let place = "Packages/P/Tests/PTests/PTests.swift:63"
    #expect(report.firstFailure?.hasPrefix("P: PTests 'crashes()' (\(place)): crashed: ") == true)
    #expect(report.firstFailure?.hasSuffix("Fatal error: Index out of range") == true)
    #expect(report.steps.flatMap(\.tests.failures).count == 1)
    #expect(report.steps.flatMap(\.tests.tests).count > 1)
  }
}
