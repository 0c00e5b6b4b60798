import Composition
import Experiments
import FeatureFlags
import Synchronization

/// Simulated riders, half of whom open the invitation, and the report about them.
struct InvitationExperiment {
  /// The flag that splits the riders.
  static let flags = """
    {"flags": {"invitation": {
      "state": "ENABLED", "variants": {"plain": "plain", "warm": "warm"},
      "defaultVariant": "plain",
      "targeting": {"fractional": [["plain", 50], ["warm", 50]]}}}}
    """

  private struct Rider: InvitingDependencies {
    let flagScope: FlagScope
  }

  /// Returns the first events, the report, and the verdict on riders who were counted too early.
  func report() throws -> String {
    let right = EventCounts()
    let early = EventCounts()
    try meet(riders: 12_000, recorder: right, countsEarly: false)
    try meet(riders: 12_000, recorder: early, countsEarly: true)
    let stories = right.events.prefix(4).map { "\($0.subject): \($0.kind)\n" }.joined()
    return "\(stories)\n\(try right.report().text(width: 80))\n"
      + "Counted when the scope opens:\n\(try early.report().verdict)"
  }

  /// Opens a scope for each rider; every second one opens the invitation there, and some friends join.
  private func meet(riders: Int, recorder: EventCounts, countsEarly: Bool) throws {
    let definitions = try FlagDefinitions(parsing: Self.flags.utf8)
    for number in 1...riders {
      let scope = FlagScope(
        flags: LayeredProvider([FlagLevel("built-in", definitions: definitions)]),
        context: EvaluationContext(targetingKey: "rider-\(number)"), recorder: recorder)
      let factory = InvitingContainer(dependencies: Rider(flagScope: scope)).makeInviteFactory()
      if countsEarly { InvitingContainer.invitation.recordUse(in: scope) }
      guard number.isMultiple(of: 2) else { continue }
      let text = factory.create(payload: "Rosa").text
      // Of 100 friends 20 join, or 24 whose first ride is paid.
      if number / 2 % 100 < (text.contains("on me") ? 24 : 20) {
        scope.recordConversion("friend_joined")
      }
    }
  }
}

/// Keeps the events, and counts each rider once, as the cloud does for the product.
private final class EventCounts: ExposureRecorder {
  private let recorded = Mutex<[ExperimentEvent]>([])

  var events: [ExperimentEvent] { recorded.withLock { $0 } }

  func record(_ event: ExperimentEvent) { recorded.withLock { $0.append(event) } }

  func report() throws -> ExperimentReport {
    var exposed: [String: Set<String>] = [:]
    var converted: Set<String> = []
    for event in events {
      switch event.kind {
      case .exposure(_, let variant, _, _): exposed[variant, default: []].insert(event.subject)
      case .conversion: converted.insert(event.subject)
      }
    }
    let counts = ["plain", "warm"].map { variant in
      let riders = exposed[variant, default: []]
      return VariantCounts(
        variant: variant, exposed: riders.count, converted: riders.intersection(converted).count)
    }
    return try ExperimentReport(flag: "invitation", conversion: "friend_joined", counts: counts)
  }
}
