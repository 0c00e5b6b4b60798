import BasicsTesting
import Core
import CoreTesting
import Experiments
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudDomain
@testable import CloudStore

/// Windows of matching, as the report of an experiment compares them.
struct MatchingExperimentTests {
  /// A cloud that serves the flag, with two riders and a driver.
  private struct Stage {
    private static let variants = ["nearest", "batched"]
    /// The time of the clock, at the beginning of a window.
    private static let start = Date(timeIntervalSince1970: 1_767_225_600)

    let dispatch: DispatchStage
    let container: CloudContainer
    let ann: UserSession
    let bob: UserSession
    let dora: UserSession

    init(_ store: SQLStore) async throws {
      dispatch = DispatchStage(database: CloudDatabase(store: store))
      container = CloudContainer(dependencies: dispatch.cloud)
      ann = try await dispatch.client.signUp("Ann")
      bob = try await dispatch.client.signUp("Bob")
      dora = try await dispatch.driver("Dora", plate: "AA")
    }

    /// Publishes that some windows, by their numbers, match in batches.
    func publish(batched windows: [Int]) async throws {
      let list = windows.map { "\"\(Self.window($0).subject)\"" }.joined(separator: ", ")
      let definitions = """
        {"flags": {"dispatch-matching": {"state": "ENABLED", "defaultVariant": "nearest",
          "variants": {"nearest": "nearest", "batched": "batched"},
          "targeting": {"if": [{"in": [{"var": "targetingKey"}, [\(list)]]}, "batched", "nearest"]}}}}
        """
      _ = try await container.makeFlagPublisher().publish(
        Array(definitions.utf8), by: "ada", message: "Try batches")
    }

    static func window(_ number: Int) -> MatchingWindow {
      MatchingWindow(at: start + Double(number) * DispatchRules.window)
    }

    /// Lets time pass until a minute of a window.
    func wait(until window: Int, minute: Int) {
      let time = Self.window(window).start + Double(minute) * 60
      dispatch.clock.advance(by: .seconds(time.timeIntervalSince(dispatch.clock.now)))
    }

    /// Ann is driven, and picked up some seconds after the request.
    func drive(after seconds: Int) async throws {
      let ride = try await dispatch.client.requestRide(session: ann)
      try await dispatch.pass(2, reporting: [dora])
      _ = try await dispatch.accept(dora)
      _ = try await dispatch.advance(ride.id, .arrive, by: dora)
      dispatch.clock.advance(by: .seconds(seconds - 2))
      for step in [RideAdvance.Step.start, .complete] {
        _ = try await dispatch.advance(ride.id, step, by: dora)
      }
    }

    /// Records as a server does that has just started.
    func record() throws {
      let experiment = MatchingExperiment(dispatch.cloud)
      try experiment.record(through: experiment.lastWindow)
    }

    /// Records a window as a server does that has not heard that another one was faster.
    func recordAgain(_ window: Int) throws {
      try MatchingExperiment(dispatch.cloud).record(Self.window(window), Self.variants)
    }

    func report() async throws -> ExperimentReport {
      let report = try await container.makeExperimentReader().report(
        on: "dispatch-matching", conversion: "mean:seconds_to_pickup", phase: nil)
      return try #require(report).get()
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Each window of one matcher counts once, with the mean of its rides`(
    kind: StoreUnderTest
  ) async throws {
    try await kind.withStore { (store) async throws in
      let stage = try await Stage(store)
      try await stage.publish(batched: [1])
      try await stage.container.makeExperimentControl().start(
        on: "dispatch-matching",
        ExperimentDesign(
          conversion: "mean:seconds_to_pickup", mustNotRise: ["mean:rides_without_driver"],
          author: "ada", message: "Why"))
      stage.wait(until: 0, minute: 5)
      try await stage.drive(after: 500)
      stage.wait(until: 0, minute: 20)
      try await stage.drive(after: 100)
      stage.wait(until: 0, minute: 30)
      try await stage.drive(after: 201)
      stage.wait(until: 1, minute: 20)
      _ = try await stage.dispatch.client.requestRide(.kangaroo, session: stage.bob)
      try await stage.dispatch.pass(120)
      stage.wait(until: 1, minute: 30)
      try await stage.drive(after: 60)
      // Another matcher from the middle of the window on.
      stage.wait(until: 2, minute: 20)
      try await stage.drive(after: 30)
      try await stage.publish(batched: [1, 2])
      stage.wait(until: 2, minute: 40)
      try await stage.drive(after: 30)
      // Nobody of this window is measured.
      stage.wait(until: 3, minute: 5)
      try await stage.drive(after: 30)

      stage.wait(until: 3, minute: 29)
      try stage.record()
      #expect(try await stage.report().details.leftOut == 0)
      stage.wait(until: 4, minute: 30)
      for _ in 0..<2 { try stage.record() }
      for window in 0..<4 { try stage.recordAgain(window) }

      let report = try await stage.report()
      #expect(report.counts.map(\.variant) == ["nearest", "batched"])
      #expect(report.counts.map(\.exposed) == [1, 1])
      #expect(report.details.leftOut == 1)
      let value = try #require(report.value)
      #expect(value.metric == .mean)
      #expect(value.rows.map(\.sums.riders) == [1, 1])
      #expect(value.rows.map(\.sums.sum) == [151, 60])
      let guardrail = try #require(report.details.guardrails.first?.value)
      #expect(guardrail.rows.map(\.sums.sum) == [0, 1])
    }
  }

  @Test func `A window in which the flag was not there all the time is not recorded`()
    async throws
  {
    let stage = try await Stage(.sqlite(.memory))
    stage.wait(until: 0, minute: 20)
    try await stage.drive(after: 60)
    try await stage.publish(batched: [99])
    stage.wait(until: 0, minute: 40)
    try await stage.drive(after: 60)
    stage.wait(until: 1, minute: 20)
    try await stage.drive(after: 90)
    stage.wait(until: 2, minute: 30)
    try stage.record()

    #expect(try await stage.report().value?.rows.map(\.sums.sum) == [90, 0])
  }

  @Test func `A server records with its first round what no other one has`() async throws {
    let stage = try await Stage(.sqlite(.memory))
    try await stage.publish(batched: [99])
    stage.wait(until: 0, minute: 20)
    try await stage.drive(after: 60)
    stage.wait(until: 1, minute: 30)
    _ = try await stage.dispatch.client.requestRide(session: stage.bob)

    let run = Task { [dispatcher = stage.dispatch.dispatcher] in
      await dispatcher.run { Issue.record("\($0)") }
    }
    try await stage.dispatch.clock.waitForSleeper(of: DispatchRules.round)
    run.cancel()
    try await bounded("the end of the rounds") { await run.value }

    #expect(try await stage.report().counts.map(\.exposed) == [1, 0])
  }
}
