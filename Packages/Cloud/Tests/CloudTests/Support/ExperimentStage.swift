import Core
import CoreTesting
import Experiments
import Testing

@testable import Cloud
@testable import CloudDomain
@testable import CloudStore

/// A cloud with an experiment on its flag "layout", and riders who take part.
struct ExperimentStage {
  let cloud = TestCloud()
  let container: CloudContainer
  let client: CloudClient

  init() {
    container = CloudContainer(dependencies: cloud)
    client = CloudClient(
      transport: BoundedCloudTransport(RouterTransport(router: container.makeRouter())))
  }

  /// Publishes a split of "layout" into "table" and "cards", a second later.
  func publish(_ table: Int, _ cards: Int) async throws {
    cloud.manualClock.advance(by: .seconds(1))
    let definitions = """
      {"flags": {"layout": {"state": "ENABLED", "defaultVariant": "table",
        "variants": {"table": "table", "cards": "cards"},
        "targeting": {"fractional": [["table", \(table)], ["cards", \(cards)]]}}}}
      """
    _ = try await container.makeFlagPublisher().publish(
      Array(definitions.utf8), by: "ada", message: "Split")
    cloud.manualClock.advance(by: .seconds(1))
  }

  /// Exposes riders to a variant, some of whom cancel a ride, a second later.
  func expose(
    _ riders: Range<Int>, to variant: String, canceling: Int = 0, in segment: String? = nil
  ) async throws {
    cloud.manualClock.advance(by: .seconds(1))
    let now = cloud.manualClock.now.milliseconds
    var events = riders.map { rider in
      ExperimentEventRecord.exposure(
        "\(variant)-\(rider)-\(now)", "rider-\(rider)", variant, at: now, flag: "layout",
        segment: segment)
    }
    events += riders.prefix(canceling).map { rider in
      .conversion("c-\(rider)-\(now)", "rider-\(rider)", at: now, name: "ride_cancelled")
    }
    for start in stride(from: 0, to: events.count, by: 200) {
      let batch = ExperimentEventBatch(
        events: Array(events[start..<min(start + 200, events.count)]))
      let receipt = try await client.call(CloudAPI.recordExperimentEvents, body: batch)
      #expect(receipt.accepted == batch.events.count)
    }
  }

  /// Riders complete a ride with a fare, a second later.
  func pay(_ riders: Range<Int>, _ cents: Int) async throws {
    cloud.manualClock.advance(by: .seconds(1))
    let now = cloud.manualClock.now.milliseconds
    let events = riders.map { rider in
      ExperimentEventRecord.conversion(
        "p-\(rider)-\(now)", "rider-\(rider)", at: now, name: "ride_completed", value: cents)
    }
    _ = try await client.call(
      CloudAPI.recordExperimentEvents, body: ExperimentEventBatch(events: events))
  }

  func report(phase: Int? = nil) async throws -> ExperimentReport {
    let report = try await container.makeExperimentReader().report(
      on: "layout", conversion: nil, phase: phase)
    return try #require(report).get()
  }

  func start(_ design: ExperimentDesign) async throws {
    cloud.manualClock.advance(by: .seconds(1))
    try await container.makeExperimentControl().start(on: "layout", design)
  }

  func makeAdministratorToken() async throws -> Secret {
    try await container.makeAdminTokenKeeper().create(name: "ada", lifetime: 60).secret
  }
}
