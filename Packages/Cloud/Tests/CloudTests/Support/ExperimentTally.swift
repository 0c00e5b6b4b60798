import Basics
import Experiments
import FeatureFlags

@testable import Cloud
@testable import CloudStore

/// The expected counts of a list of events: each event once by its identifier, each rider once.
///
/// A rider belongs to the variant of the first exposure, and has converted when a conversion comes
/// with or after it. One who met two variants belongs to none. Events may be added in any order and any number of times.
struct ExperimentTally: Sendable {
  private struct Rider {
    var variants: Set<CodeUnits> = []
    var exposure: (variant: String, milliseconds: Int64)?
    var lastConversion: Int64?
  }

  private let flag: String
  private let conversion: String
  private let ignoredOrigins: Set<String>
  private var seen: Set<CodeUnits> = []
  private var riders: [CodeUnits: Rider] = [:]

  /// Creates an empty tally.
  ///
  /// - Parameters:
  ///   - flag: The key of the flag.
  ///   - conversion: The name of the conversion.
  ///   - ignoredOrigins: Exposures that these levels decided do not count, such as "--flag".
  init(flag: String, conversion: String, ignoringOrigins ignoredOrigins: Set<String> = []) {
    self.flag = flag
    self.conversion = conversion
    self.ignoredOrigins = ignoredOrigins
  }

  /// Adds an event; one that was added before, or concerns another flag or conversion, is ignored.
  mutating func add(_ event: ExperimentEvent) {
    let subject = CodeUnits(event.subject)
    switch event.kind {
    case .exposure(flag, let variant, let origin, _) where !ignoredOrigins.contains(origin):
      guard seen.insert(CodeUnits(event.id)).inserted else { return }
      riders[subject, default: Rider()].variants.insert(CodeUnits(variant))
      let known = riders[subject]?.exposure
      if let known, known.milliseconds <= event.milliseconds { return }
      riders[subject, default: Rider()].exposure = (variant, event.milliseconds)
    case .conversion(conversion, _):
      guard seen.insert(CodeUnits(event.id)).inserted else { return }
      let known = riders[subject]?.lastConversion ?? .min
      riders[subject, default: Rider()].lastConversion = max(known, event.milliseconds)
    default: return
    }
  }

  /// How many riders met two variants.
  var leftOut: Int { riders.values.count { $0.variants.count > 1 } }

  /// The counts of the given variants, in their order.
  func counts(of variants: [(name: String, weight: Double)]) -> [VariantCounts] {
    var exposed: [CodeUnits: Int] = [:]
    var converted: [CodeUnits: Int] = [:]
    for rider in riders.values {
      guard let exposure = rider.exposure, rider.variants.count == 1 else { continue }
      let variant = CodeUnits(exposure.variant)
      exposed[variant, default: 0] += 1
      if let last = rider.lastConversion, last >= exposure.milliseconds {
        converted[variant, default: 0] += 1
      }
    }
    return variants.map {
      let variant = CodeUnits($0.name)
      return VariantCounts(
        variant: $0.name, exposed: exposed[variant] ?? 0, converted: converted[variant] ?? 0,
        weight: $0.weight)
    }
  }
}

extension ExperimentSums {
  /// Adds a rider, or takes one away.
  mutating func add(
    value: Double, events: Double, before: Double, riders count: Int = 1
  ) {
    let factor = Double(count)
    riders += count
    self.value += factor * value
    valueSquared += factor * value * value
    self.events += factor * events
    eventsSquared += factor * events * events
    valueEvents += factor * value * events
    self.before += factor * before
    beforeSquared += factor * before * before
    valueBefore += factor * value * before
  }
}
