import Experiments
import FeatureFlags
import Testing

struct ExperimentTallyTests {
  private func exposure(
    _ id: String, _ subject: String, _ variant: String, at time: Int64, flag: String = "ui",
    origin: String = "cloud"
  ) -> ExperimentEvent {
    ExperimentEvent(
      id: id, subject: subject, milliseconds: time,
      kind: .exposure(flag: flag, variant: variant, origin: origin))
  }

  private func conversion(
    _ id: String, _ subject: String, at time: Int64, name: String = "shared"
  ) -> ExperimentEvent {
    ExperimentEvent(
      id: id, subject: subject, milliseconds: time, kind: .conversion(name: name))
  }

  private func counts(_ events: [ExperimentEvent]) -> [VariantCounts] {
    var tally = ExperimentTally(
      flag: "ui", conversion: "shared", ignoringOrigins: ["--flag"])
    for event in events { tally.add(event) }
    return tally.counts(of: [("old", 3), ("new", 1)])
  }

  @Test func `Riders are counted once, by their first exposure`() {
    let events = [
      exposure("1", "r1", "old", at: 10), exposure("2", "r1", "old", at: 20),
      exposure("3", "r2", "new", at: 10), exposure("4", "r2", "old", at: 5),
      conversion("5", "r1", at: 15), conversion("6", "r1", at: 16), conversion("7", "r3", at: 1),
    ]

    let expected = [
      VariantCounts(variant: "old", exposed: 2, converted: 1, weight: 3),
      VariantCounts(variant: "new", exposed: 0, converted: 0, weight: 1),
    ]
    #expect(counts(events) == expected)
    #expect(counts(events.reversed()) == expected)
    #expect(counts(events + events) == expected)
  }

  @Test func `An event that arrives twice counts once`() {
    let events = [
      exposure("1", "r1", "new", at: 10), exposure("1", "r9", "new", at: 10),
      conversion("2", "r1", at: 10), conversion("2", "r9", at: 10),
    ]

    #expect(counts(events)[1].exposed == 1)
    #expect(counts(events)[1].converted == 1)
  }

  @Test func `A conversion before the exposure does not count, one with or after it does`() {
    func converted(at time: Int64) -> Int {
      counts([exposure("1", "r1", "new", at: 10), conversion("2", "r1", at: time)])[1].converted
    }

    #expect(converted(at: 9) == 0)
    #expect(converted(at: 10) == 1)
    #expect(converted(at: 11) == 1)
  }

  @Test func `Other flags, conversions and chosen variants do not count`() {
    let counts = counts([
      exposure("1", "r1", "new", at: 10, flag: "other"),
      exposure("2", "r2", "new", at: 10, origin: "--flag"),
      exposure("3", "r3", "new", at: 10), conversion("4", "r3", at: 11, name: "other"),
    ])

    #expect(counts[1] == VariantCounts(variant: "new", exposed: 1, converted: 0, weight: 1))
  }
}
