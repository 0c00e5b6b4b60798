import FoundationEssentials
import Testing

@testable import Cloud

/// `.ci/robustness` plays more seeds, as `KOOBER_TEST_SEEDS=20000 swift test --filter
/// DispatchSimulationTests` does.
struct DispatchSimulationTests {
  private static let length = 120
  private static var seeds: UInt64 {
    ProcessInfo.processInfo.environment["KOOBER_TEST_SEEDS"].flatMap(UInt64.init) ?? 40
  }

  @Test func `Whatever happens in whatever order, nothing that must hold breaks`() async throws {
    for seed in 1...Self.seeds {
      let steps = DispatchSimulation.steps(Self.length, seed: seed)
      let simulation = try DispatchSimulation()
      guard let broken = try await simulation.play(steps) else {
        #expect(try await simulation.rest() == nil, "seed \(seed)")
        continue
      }
      let shortest = try await Self.shorten(steps, breaking: broken)
      Issue.record("\(broken): seed \(seed), \(shortest)")
    }
  }

  @Test(arguments: StoreUnderTest.onDisk)
  func `A database has what the machine says`(kind: StoreUnderTest) async throws {
    for seed in 1...max(3, Self.seeds / 10) {
      try await kind.withStore { (store) async throws in
        let steps = DispatchSimulation.steps(Self.length, seed: 1_000_000 + seed)
        #expect(try await DispatchSimulation(store).play(steps) == nil, "seed \(seed)")
      }
    }
  }

  @Test(arguments: mistakes)
  func `A mistake is found, with a short history`(broken: String, mistake: String) async throws {
    for seed in 1...max(Self.seeds, 200) {
      let steps = DispatchSimulation.steps(Self.length, seed: seed)
      let found = try await DispatchSimulation(mistake: mistake).play(steps)
      guard let found else { continue }
      #expect(found == broken)
      let shortest = try await Self.shorten(steps, breaking: found, mistake)
      #expect(shortest.count <= 40)
      #expect(try await DispatchSimulation(mistake: mistake).play(shortest) == found)
      return
    }
    Issue.record("No seed finds it.")
  }

  @Test func `The same seed makes the same history`() async throws {
    var traces: Set<[String]> = []
    for _ in 0..<2 {
      let simulation = try DispatchSimulation()
      _ = try await simulation.play(DispatchSimulation.steps(Self.length, seed: 7))
      traces.insert(try simulation.trace())
    }
    #expect(traces.count == 1)
    #expect(traces.first?.isEmpty == false)
  }

  /// Leaves out what the break does not need. Source: A. Zeller, R. Hildebrandt, "Simplifying and
  /// Isolating Failure-Inducing Input", IEEE Transactions on Software Engineering 28 (2002).
  private static func shorten(
    _ steps: [DispatchSimulation.Step], breaking broken: String, _ mistake: String? = nil
  ) async throws -> [DispatchSimulation.Step] {
    var steps = steps
    var size = steps.count / 2
    while size > 0 {
      var start = 0
      while start < steps.count {
        var fewer = steps
        fewer.removeSubrange(start..<min(start + size, steps.count))
        if try await DispatchSimulation(mistake: mistake).play(fewer) == broken {
          steps = fewer
        } else {
          start += size
        }
      }
      size /= 2
    }
    return steps
  }

  /// What goes wrong, and what makes it: a change of the database that stands for a line of code that is
  /// wrong or missing.
  private static let mistakes: [(String, String)] = [
    (
      "an offer was accepted too late",
      trigger("AFTER INSERT ON offers", "UPDATE offers SET expires_at = expires_at + 60000")
    ),
    (
      "an expired offer is open",
      trigger("BEFORE UPDATE ON offers WHEN NEW.state = 'expired'", "SELECT RAISE(IGNORE)")
    ),
    (
      "an offer of a ride that nobody looks for is open",
      trigger("BEFORE UPDATE ON offers WHEN NEW.state = 'withdrawn'", "SELECT RAISE(IGNORE)")
    ),
    (
      "a declined offer is open",
      trigger("BEFORE UPDATE ON offers WHEN NEW.state = 'declined'", "SELECT RAISE(IGNORE)")
    ),
    (
      "an acknowledged acceptance is lost",
      trigger(
        "AFTER UPDATE ON rides WHEN NEW.phase = 'assigned' AND OLD.phase = 'assigned'",
        "UPDATE rides SET phase = 'searching', driver = NULL WHERE id = NEW.id")
    ),
    (
      "a ride that has ended keeps its driver",
      trigger(
        "AFTER UPDATE ON rides WHEN NEW.phase = 'ended' AND OLD.phase = 'onTrip'",
        "UPDATE rides SET phase = 'onTrip' WHERE id = NEW.id")
    ),
    (
      "a driver has two rides",
      "DROP INDEX rides_by_busy_driver;"
        + trigger(
          "AFTER UPDATE ON rides WHEN NEW.phase = 'assigned' AND OLD.phase = 'searching'",
          """
          UPDATE rides SET phase = 'assigned', driver = NEW.driver, car = NEW.car,
            accepted_at = NEW.accepted_at WHERE phase = 'searching';
          UPDATE offers SET state = 'withdrawn' WHERE state = 'open'
          """)
    ),
    (
      "a driver has two open offers",
      "DROP INDEX offers_by_open_driver;"
        + trigger(
          "AFTER INSERT ON offers",
          """
          INSERT INTO offers SELECT id || '+', (SELECT id FROM rides WHERE phase = 'searching'
            AND id <> NEW.ride LIMIT 1), driver, state, expires_at, seconds, approach, matching, slot
          FROM offers WHERE id = NEW.id AND EXISTS (SELECT 1 FROM rides AS other
            WHERE phase = 'searching' AND other.id <> NEW.ride AND NOT EXISTS
              (SELECT 1 FROM offers AS open WHERE open.ride = other.id AND open.state = 'open'))
          ON CONFLICT DO NOTHING
          """)
    ),
    (
      "a final state changed",
      trigger(
        "AFTER INSERT ON offers",
        "UPDATE rides SET cancelled_at = cancelled_at + 1 WHERE phase = 'ended'")
    ),
    (
      "a ride ended twice",
      trigger(
        "AFTER UPDATE ON rides WHEN NEW.phase = 'ended' AND OLD.phase = 'onTrip'",
        "UPDATE rides SET cancelled_at = completed_at WHERE id = NEW.id")
    ),
    (
      "a fare is not the quoted one",
      trigger(
        "AFTER UPDATE ON rides WHEN NEW.phase = 'onTrip' AND OLD.phase = 'assigned'",
        "UPDATE rides SET price = price + 1 WHERE id = NEW.id")
    ),
    (
      "a cancellation cost something too early",
      trigger(
        "AFTER UPDATE ON rides WHEN NEW.ending = 'rider' AND OLD.phase = 'assigned'",
        "UPDATE rides SET fee = 500 WHERE id = NEW.id")
    ),
    (
      "a search does not end",
      trigger("BEFORE UPDATE ON rides WHEN NEW.ending = 'noDriver'", "SELECT RAISE(IGNORE)")
    ),
    (
      "a silent driver has a ride",
      trigger(
        "BEFORE UPDATE ON rides WHEN NEW.phase = 'searching' AND OLD.phase = 'assigned'",
        "SELECT RAISE(IGNORE)")
    ),
    (
      "an event is lost",
      trigger("BEFORE INSERT ON events WHEN NEW.kind = 'driving'", "SELECT RAISE(IGNORE)")
    ),
  ]

  private static func trigger(_ event: String, _ statement: String) -> String {
    "CREATE TRIGGER mistake \(event) BEGIN \(statement); END"
  }
}
