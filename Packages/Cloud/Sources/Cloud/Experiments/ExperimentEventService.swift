import Basics
import CloudDomain
import CloudStore
import Core
import Experiments
import FeatureFlags
import FoundationEssentials

/// Stores exposures and conversions.
struct ExperimentEventService: Sendable {
  /// How many events an installation or a rider may send in a day (UTC).
  static let dailyBudget = 500
  /// How many events a network address may send in a day (UTC): about 16 MiB.
  static let dailyBudgetOfNetwork = 100_000
  /// How long events and what was counted of them are kept: 180 days, in seconds.
  static let lifetime = 180.0 * 24 * 3600
  /// By how much a client's clock may be ahead: a day, in seconds.
  private static let clockTolerance = 24.0 * 3600

  let store: SQLStore
  let clock: any WallClock
  /// The definitions of the flags.
  let flags: any FlagSource
  /// Whether exposures to flags that are not defined are counted.
  var countsUnknownFlags = false

  /// Stores a batch; `isOwn` tells that the cloud itself has measured it.
  func record(
    _ batch: ExperimentEventBatch, from address: String?, isOwn: Bool = false
  ) throws -> ExperimentEventReceipt {
    guard (1...ExperimentEventBatch.largestCount).contains(batch.events.count) else {
      throw APIError.invalid(
        "events", "The batch has not 1...\(ExperimentEventBatch.largestCount) events.")
    }
    for (index, event) in batch.events.enumerated() {
      guard event.isComplete else {
        throw APIError.invalid("events", "The event at position \(index) is not complete.")
      }
    }
    let now = clock.now
    let times = (now - Self.lifetime).milliseconds...(now + Self.clockTolerance).milliseconds
    // Another server may have served definitions that this one has not heard of.
    let last = try flags.definitions
    if !countsUnknownFlags, !batch.events.allSatisfy({ $0.isKnown(in: last) }) { flags.expire() }
    let (definitions, since) = try flags.current
    let known = batch.events.filter { event in
      (isOwn || !event.isOfCloud) && (countsUnknownFlags || event.isKnown(in: definitions))
    }
    let timely = known.filter { times.contains($0.milliseconds) }
    let overBudget =
      try timely.isEmpty
      ? 0
      : store.addExperimentEvents(
        timely,
        limits: ExperimentEventLimits(
          day: Int64(now.timeIntervalSince1970 / (24 * 3600)), dailyBudget: Self.dailyBudget,
          oldest: (store.deletionTime(at: now) - Self.lifetime).milliseconds,
          network: address.flatMap { IPAddress($0)?.network.description },
          dailyBudgetOfNetwork: Self.dailyBudgetOfNetwork),
        allocations: Self.allocations(
          of: timely, in: definitions, since: min(since, now).milliseconds))
    return ExperimentEventReceipt(
      accepted: timely.count - overBudget, unrecognized: batch.events.count - known.count,
      untimely: known.count - timely.count, overBudget: overBudget)
  }

  /// How the flags of exposures split riders.
  private static func allocations(
    of events: [ExperimentEventRecord], in definitions: FlagDefinitions, since: Int64
  ) -> [FlagAllocation] {
    let flags = Set(events.compactMap { $0.kind == .exposure ? $0.flag.map(CodeUnits.init) : nil })
    return flags.compactMap { flag in
      definitions.split(of: flag.text).map {
        FlagAllocation(flag: flag.text, since: since, split: $0.json.serialized())
      }
    }
  }
}

extension ExperimentEventRecord {
  /// Whether the event has what its kind needs, and nothing that is too long.
  fileprivate var isComplete: Bool {
    let needed: [String?] =
      switch kind {
      case .exposure: [id, subject, flag, variant, origin]
      case .conversion: [id, subject, name]
      }
    let isWhole = needed.allSatisfy { $0?.isEmpty == false }
    let texts = [id, subject, flag, variant, origin, segment, name].compactMap { $0 }
    if let value {
      guard kind == .conversion, Self.values.contains(value) else { return false }
    }
    return isWhole && texts.allSatisfy { $0.utf8.count <= ExperimentEventLimits.longestText }
  }

  /// Whether only the cloud may record it: on a window of dispatch, or a flag no client evaluates.
  fileprivate var isOfCloud: Bool {
    let isOfWindow = [id, subject].contains { $0.utf8.starts(with: MatchingWindow.prefix.utf8) }
    return isOfWindow || kind == .exposure && DispatchFlags.values[flag ?? ""] != nil
  }

  /// Whether it is a conversion, or the exposure to a variant that the definitions have.
  fileprivate func isKnown(in definitions: FlagDefinitions) -> Bool {
    guard kind == .exposure else { return true }
    guard let flag, let variant, let variants = definitions.variants(of: flag) else { return false }
    return variants.contains { $0.utf8.elementsEqual(variant.utf8) }
  }
}
