import Core
package import Experiments
import FeatureFlags

/// How many subjects were exposed to a variant first, and have converted with or after that.
package struct ExperimentCount: Equatable, Sendable {
  package let variant: String
  /// Empty for those who were in no segment of the experiment.
  package var segment = ""
  package var exposed: Int
  package var converted: Int
}

/// The sums of values over the riders of a variant.
package struct ExperimentSums: Equatable, Sendable {
  package let variant: String
  /// Empty for those who were in no segment of the experiment.
  package var segment = ""
  /// How many riders have a value, since the first exposure or before.
  package var riders = 0
  /// Of a rider's values since the first exposure, and of the squares.
  package var value = 0.0
  package var valueSquared = 0.0
  /// Of how many values a rider has since then.
  package var events = 0.0
  package var eventsSquared = 0.0
  package var valueEvents = 0.0
  /// Of a rider's values from before.
  package var before = 0.0
  package var beforeSquared = 0.0
  package var valueBefore = 0.0
}

/// The limits of stored events.
package struct ExperimentEventLimits: Equatable, Sendable {
  /// The longest text of an event, in bytes.
  package static let longestText = 128

  /// The day whose budgets are used up, counted from 1970-01-01 UTC.
  package let day: Int64
  /// How many events a subject may add in a day.
  package let dailyBudget: Int
  /// Older events are deleted; in milliseconds since 1970-01-01T00:00:00Z.
  package let oldest: Int64
  /// The network that the events come from; `nil` for this process.
  package var network: String?
  /// How many events the network may add in a day, under whatever subjects.
  package var dailyBudgetOfNetwork = Int.max

  package init(
    day: Int64, dailyBudget: Int, oldest: Int64, network: String? = nil,
    dailyBudgetOfNetwork: Int = Int.max
  ) {
    self.day = day
    self.dailyBudget = dailyBudget
    self.oldest = oldest
    self.network = network
    self.dailyBudgetOfNetwork = dailyBudgetOfNetwork
  }
}

extension ExperimentEventRecord {
  /// The levels at which a variant is chosen by hand; such an exposure says nothing about riders,
  /// so it does not count.
  static let chosenOrigins = ["--flag", "KOOBER_FLAGS", "user"]
}

/// How a flag splits riders.
package struct FlagAllocation: Equatable, Sendable {
  package let flag: String
  /// Since when, in milliseconds since 1970-01-01T00:00:00Z.
  package let since: Int64
  /// The variants and their weights, as ``ConfiguredSplit`` writes them.
  package let split: String

  package init(flag: String, since: Int64, split: String) {
    self.flag = flag
    self.since = since
    self.split = split
  }
}

/// A time in which a flag split riders in one way.
package struct ExperimentPhaseRecord: Equatable, Sendable {
  /// From 1, without gaps.
  package let number: Int
  /// In milliseconds since 1970-01-01T00:00:00Z.
  package let since: Int64
  /// The variants and their weights; none after the end of an experiment.
  package let split: String
}

/// An experiment that was started.
package struct ExperimentRecord: Equatable, Sendable {
  package let flag: String
  /// In milliseconds since 1970-01-01T00:00:00Z.
  package let startedAt: Int64
  package var stoppedAt: Int64?
  /// `nil` for one that no version of this program has written.
  package let design: ExperimentDesign?

  package init(flag: String, startedAt: Int64, stoppedAt: Int64? = nil, design: ExperimentDesign?) {
    self.flag = flag
    self.startedAt = startedAt
    self.stoppedAt = stoppedAt
    self.design = design
  }
}

extension FlagDefinitions {
  /// Returns how a flag splits riders; `nil` for an unknown flag.
  package func split(of flag: String) -> ConfiguredSplit? {
    variants(of: flag) == nil ? nil : ConfiguredSplit(of: flag, in: self)
  }
}
