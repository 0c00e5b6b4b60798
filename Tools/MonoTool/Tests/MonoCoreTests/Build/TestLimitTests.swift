import Basics
import Testing

@testable import MonoCore

/// Tests that take too long are ended and named.
struct TestLimitTests {
  @Test func `A program whose time is over is ended, with what it started`() throws {
    let script = "sleep 300 & echo told; while :; do sleep 100; done"

    let (outcome, isOverdue) = try Tool.run(
      "sh", ["-c", script], only: EnvironmentVariables.all, limit: .seconds(1))

    #expect(isOverdue && outcome.status.code == 137 && outcome.outputText == "told\n")
    let (ended, isLate) = try Tool.run(
      "sh", ["-c", "exit 3"], only: EnvironmentVariables.all, limit: .seconds(100))
    #expect(!isLate && ended.status == .exited(3))
  }

  @Test func `Tests that hang are named, and the tests of other targets run`() throws {
    let folder = try TemporaryFolder()
    let targets = ["Hanging", "Old", "Well"].map { ".testTarget(name: \"\($0)Tests\")" }
    try folder.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "P", targets: [\(targets.joined(separator: ", "))])
      """, to: "Package.swift")
    try folder.write(
      "import Glibc\nimport Testing\n@Test func ends() {}\n@Test func hangs() { while true { pause() } }\n",
      to: "Tests/HangingTests/Tests.swift")
    try folder.write(
      """
      import Glibc
      import XCTest
      final class OldTests: XCTestCase {
        func testEnds() {}
        func testHangs() { while true { pause() } }
      }
      """, to: "Tests/OldTests/Tests.swift")
    try folder.write(
      "import Testing\n@Test func works() {}\n", to: "Tests/WellTests/Tests.swift")
    var options = BuildOptions()
    options.targetLimit = 4
    let workspace = try folder.workspace()
    let plan = RunPlan.testing(Array(workspace.targets.indices), in: workspace)

    let report = try folder.builder(workspace, options: options).run(plan)

    #expect(!report.succeeded)
    #expect(
      report.steps.flatMap(\.tests.failures).map { "\($0.target) \($0.name) \($0.message)" } == [
        "HangingTests hangs() was still running when the limit of 4 s of HangingTests was over",
        "OldTests OldTests.testHangs was still running when the limit of 4 s of OldTests was over",
      ])
    let passed = report.steps.flatMap(\.tests.tests).filter { $0.outcome == .passed }
    #expect(passed.map(\.name).sorted() == ["OldTests.testEnds", "ends()", "works()"])
  }
}
