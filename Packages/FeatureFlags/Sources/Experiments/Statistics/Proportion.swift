/// A number of successes in a number of trials.
struct Proportion: Sendable, Equatable {
  /// The riders who converted.
  let successes: Int
  /// All riders.
  let trials: Int

  /// Creates a proportion; there must be no fewer trials than successes, and none negative.
  init(_ successes: Int, of trials: Int) {
    self.successes = successes
    self.trials = trials
  }

  /// The share of successes; `nil` without trials.
  var rate: Double? {
    trials > 0 ? Double(successes) / Double(trials) : nil
  }
}
