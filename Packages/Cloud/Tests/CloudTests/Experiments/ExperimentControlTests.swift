import CloudDomain
import Core
import CoreTesting
import Experiments
import Testing

@testable import Cloud
@testable import CloudStore

struct ExperimentControlTests {
  private let stage = ExperimentStage()

  @Test(arguments: ["", "mean:", "ratio:" + String(repeating: "x", count: 129)])
  func `A goal or guardrail without the name of a conversion is refused`(goal: String)
    async throws
  {
    try await stage.publish(1, 1)

    for design in [
      ExperimentDesign(conversion: goal, author: "ada", message: "Why"),
      ExperimentDesign(conversion: "shared", mustNotRise: [goal], author: "ada", message: "Why"),
      ExperimentDesign(conversion: "shared", mustNotFall: [goal], author: "ada", message: "Why"),
    ] {
      await #expect(
        throws: AdministrationError.badConversion(ExperimentGoal(goal).conversion)
      ) { try await stage.start(design) }
    }
  }

  @Test(arguments: [
    [ExperimentMetric(.mean, of: "fare"), ExperimentMetric(.mean, of: "fare")],
    (0...10).map { ExperimentMetric(.ratio, of: "\($0)") },
  ])
  func `Values that cannot be told apart are refused`(metrics: [ExperimentMetric]) async throws {
    try await stage.publish(1, 1)

    await #expect(throws: AdministrationError.badMetrics) {
      try await stage.start(
        ExperimentDesign(conversion: "shared", metrics: metrics, author: "ada", message: "Why"))
    }
  }

  @Test(arguments: [
    ["wide", "wide"], [""], (0...10).map(String.init), [String(repeating: "x", count: 129)],
  ])
  func `Segments that cannot be told apart are refused`(segments: [String]) async throws {
    try await stage.publish(1, 1)

    await #expect(throws: AdministrationError.badSegments) {
      try await stage.start(
        ExperimentDesign(conversion: "shared", segments: segments, author: "ada", message: "Why"))
    }
  }

  @Test func `An experiment on a flag that was not published has the split of its last phase`()
    async throws
  {
    let design = ExperimentDesign(conversion: "shared", author: "ada", message: "Why")
    await #expect(throws: AdministrationError.noSuchFlag("layout")) {
      try await stage.start(design)
    }
    _ = try stage.cloud.database.store.addExperimentEvents(
      [.exposure("1", "ann", "table", at: 5, flag: "layout")],
      limits: ExperimentEventLimits(day: 1, dailyBudget: 9, oldest: 0),
      allocations: [FlagAllocation(flag: "layout", since: 0, split: #"[["table",3],["cards",1]]"#)])

    try await stage.start(design)
    stage.cloud.manualClock.advance(by: .seconds(1))
    try await stage.container.makeExperimentControl().stop(on: "layout")
    try await stage.start(design)

    #expect(try await stage.report().counts.map(\.weight) == [3, 1])
  }
}
