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

    let seconds = BuildTimes(scratch: plan.steps[0].scratch).shares

    #expect(Set(seconds.keys) == ["Low", "High"])
    #expect(seconds.values.allSatisfy { $0 > 0.001 && $0 < 600 })
    let times = TimesReport(
      workspace: workspace, buildSeconds: seconds, testSeconds: ["LowTests": 0.5],
      forecast: BuildForecast(root: folder.path))
    #expect(times.criticalPath.map(\.target) == ["High", "Low"])
    #expect(times.packages.map(\.rebuilds) == [[], ["High"]])
    #expect(times.packages.map(\.testSeconds) == [nil, 0.5])
    try damage(try #require(Files.read("\(plan.steps[0].scratch.path)/build.db")), in: folder)
  }

  private func damage(_ file: [UInt8], in folder: TemporaryFolder) throws {
    var numbers = SeededNumbers(seed: 4)
    let path = "\(folder.path)/damaged.db"
    for _ in 0..<100 {
      var bytes = file
      for _ in 0..<20 {
        bytes[Int.random(in: bytes.indices, using: &numbers)] = UInt8.random(
          in: 0...255, using: &numbers)
      }
      let end = Int.random(in: 0...bytes.count, using: &numbers)
      try Files.write(Bool.random(using: &numbers) ? bytes : Array(bytes[..<end]), to: path)
      _ = BuildDatabase.commands(at: path)
    }
    try Files.write("no database", to: path)
    #expect(BuildDatabase.commands(at: path) == [])
    #expect(BuildDatabase.commands(at: "\(folder.path)/none") == [])
  }

  @Test func `What runs at once shares the time`() {
    func command(_ start: Double, _ end: Double) -> BuildDatabase.Command {
      BuildDatabase.Command(key: "", start: start, end: end, build: 1)
    }

    #expect(BuildTimes.shares(of: [command(0, 4), command(2, 4), command(5, 6)]) == [3, 1, 1])
  }
}
