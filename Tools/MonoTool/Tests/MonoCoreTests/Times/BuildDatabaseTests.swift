import Testing

@testable import MonoCore

struct BuildDatabaseTests {
  @Test func `The seconds of each target of a real build are read, and damage does not trap`()
    throws
  {
    let folder = try TemporaryFolder()
    try FixturePackage(name: "Low", source: "public let low = 1", test: "import Low").write(
      to: folder)
    try FixturePackage(
      name: "High", dependencies: ["Low"], source: "import Low", test: "import High"
    )
    .write(to: folder)
    let workspace = try folder.workspace()
    let plan = RunPlan.building(try workspace.packages(named: ["High"]), in: workspace)
    #expect(try folder.builder(workspace).run(plan).succeeded)

    let seconds = TimesReport.buildSeconds(scratch: plan.steps[0].scratch)

    #expect(Set(seconds.keys) == ["Low", "High"])
    #expect(seconds.values.allSatisfy { $0 > 0.001 && $0 < 600 })
    let times = TimesReport(
      workspace: workspace, buildSeconds: seconds, testSeconds: ["LowTests": 0.5])
    #expect(times.criticalPath.map(\.target) == ["High", "Low"])
    #expect(times.packages.map(\.rebuilds) == [[], ["High"]])
    #expect(times.packages.map(\.testSeconds) == [nil, 0.5])
    try Self.damage(try #require(Files.read("\(plan.steps[0].scratch.path)/build.db")))
  }

  private static func damage(_ file: [UInt8]) throws {
    var numbers = SeededNumbers(seed: 4)
    for _ in 0..<300 {
      var bytes = file
      for _ in 0..<20 {
        bytes[Int.random(in: bytes.indices, using: &numbers)] = UInt8.random(
          in: 0...255, using: &numbers)
      }
      let end = Int.random(in: 0...bytes.count, using: &numbers)
      _ = BuildDatabase(Bool.random(using: &numbers) ? bytes : Array(bytes[..<end]))?.commands
    }
    #expect(BuildDatabase([]) == nil)
    #expect(BuildDatabase(Array("no database".utf8)) == nil)
  }
}
