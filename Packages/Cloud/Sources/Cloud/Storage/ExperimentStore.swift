package import Core

/// Keeps what happened in experiments, and counts it as it comes.
package protocol ExperimentStore: Sendable {
  /// Adds events and their counts; one whose identifier is known already changes nothing. Deletes
  /// some events that are too old, with what was counted of them.
  ///
  /// - Returns: How many events were dropped because their subject's budget was used up.
  func addExperimentEvents(
    _ events: [ExperimentEventRecord], limits: ExperimentEventLimits
  ) throws(StoreError) -> Int

  /// Returns the variants of a flag that riders were exposed to, in no particular order.
  ///
  /// The time that it takes does not depend on how many events there are.
  func experimentCounts(
    flag: String, conversion: String
  ) throws(StoreError) -> [ExperimentCount]

  /// Returns the flags that have exposures, in order of their keys, and how many subjects each has;
  /// the first thousand of them.
  func exposedFlags() throws(StoreError) -> [ExposedFlag]

  /// Returns the names of the conversions that have happened, in order; the first thousand of them.
  func conversionNames() throws(StoreError) -> [String]
}

/// How many subjects were exposed to a variant first, and have converted with or after that.
package struct ExperimentCount: Equatable, Sendable {
  package let variant: String
  package var exposed: Int
  package var converted: Int

  package init(variant: String, exposed: Int, converted: Int) {
    self.variant = variant
    self.exposed = exposed
    self.converted = converted
  }
}

/// The limits of stored events.
package struct ExperimentEventLimits: Equatable, Sendable {
  /// The day whose budgets are used up, counted from 1970-01-01 UTC.
  package let day: Int64
  /// How many events a subject may add in a day.
  package let dailyBudget: Int
  /// Older events are deleted; in milliseconds since 1970-01-01T00:00:00Z.
  package let oldest: Int64

  package init(day: Int64, dailyBudget: Int, oldest: Int64) {
    self.day = day
    self.dailyBudget = dailyBudget
    self.oldest = oldest
  }
}

extension ExperimentEventRecord {
  /// The levels that a person chose a variant with; such an exposure says nothing about riders, so
  /// it does not count.
  package static let chosenOrigins = ["--flag", "KOOBER_FLAGS", "user"]
}
