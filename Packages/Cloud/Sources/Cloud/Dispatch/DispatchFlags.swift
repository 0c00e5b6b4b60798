import Basics
import CloudDomain
import Core
import FeatureFlags
import FoundationEssentials

/// Who drives riders.
public enum RideDispatch: String, CaseIterable, Sendable {
  /// A ride is a function of time.
  case simulated
  /// Riders who have registered as drivers.
  case drivers
}

/// Evaluates the flags of dispatch.
struct DispatchFlags: Sendable {
  static let matchingKey = "dispatch-matching"
  static let offersKey = "dispatch-offers"
  /// The flags that only the cloud evaluates, by a targeting key alone, as riders share drivers; each
  /// with its values.
  static let values: [String: Set<String>] = [
    "dispatch": Set(RideDispatch.allCases.map(\.rawValue)),
    matchingKey: Set(DispatchMatching.allCases.map(\.rawValue)),
    offersKey: ["one", "two"],
  ]

  private let source: any FlagSource
  private let decided: (@Sendable () -> RideDispatch)?

  init(_ dependencies: any CloudDependencies) {
    source = dependencies.makeFlagSource()
    decided = dependencies.dispatch
  }

  /// Who drives a ride that is requested now: the flag `dispatch`.
  var dispatch: RideDispatch {
    get throws {
      if let decided { return decided() }
      return try variant(of: "dispatch", for: "cloud").flatMap(RideDispatch.init) ?? .simulated
    }
  }

  /// How rides are matched at a time: the flag `dispatch-matching`; `nil` where it chooses nothing.
  ///
  /// Riders share drivers, so it is chosen for all rides of an hour at once, with the hour as the subject
  /// (a switchback). Source: I. Bojinov, D. Simchi-Levi, J. Zhao, "Design and Analysis of Switchback
  /// Experiments", Management Science 69 (2023).
  func matching(at time: Date) throws -> DispatchMatching? {
    try variant(of: Self.matchingKey, for: MatchingWindow(at: time).subject)
      .flatMap(DispatchMatching.init)
  }

  /// How many drivers are asked for a ride at once after an offer of it has expired: the flag
  /// `dispatch-offers`.
  var offersAtOnce: Int {
    get throws {
      try variant(of: Self.offersKey, for: "cloud") == "two" ? DispatchRules.mostAtOnce : 1
    }
  }

  private func variant(of flag: String, for subject: String) throws -> String? {
    let context = EvaluationContext(targetingKey: subject)
    let definitions = try source.definitions
    return definitions.resolve(flag, as: .string, context: context).value?.text
  }
}
