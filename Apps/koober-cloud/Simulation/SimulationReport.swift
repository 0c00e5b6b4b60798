import Terminal

/// The counts of a run.
struct SimulationCounts: Sendable {
  var requests = 0
  var completed = 0
  var cancelled = 0
  var withoutDriver = 0
  var offers = 0
  var accepted = 0
  var declined = 0
  var calls = 0
  /// The errors of calls by their codes.
  var errors: [String: Int] = [:]
  var secondsToAcceptance: [Double] = []
  var secondsToPickup: [Double] = []
  /// How long all drivers together had a ride.
  var drivenSeconds = 0.0

  var underway: Int { max(0, requests - completed - cancelled - withoutDriver) }
}

/// The middle and the slow end of measured times, in seconds.
struct Percentiles: Encodable, Equatable {
  let median: Double
  let percentile95: Double
  let percentile99: Double

  /// Finds the nearest ranks: each is the least value that its share of the values does not exceed.
  ///
  /// - Returns: `nil` without values.
  init?(_ values: [Double]) {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    func value(atOrBelow percent: Int) -> Double {
      sorted[max(0, (sorted.count * percent + 99) / 100 - 1)]
    }
    (median, percentile95, percentile99) = (
      value(atOrBelow: 50), value(atOrBelow: 95), value(atOrBelow: 99)
    )
  }

  var text: String {
    "\(Int(median.rounded())) s, 95 %: \(Int(percentile95.rounded())) s, "
      + "99 %: \(Int(percentile99.rounded())) s"
  }
}

/// The result of a run; times of rides are of the simulation, the rate of requests is real.
struct SimulationReport: Encodable {
  let requests: Int
  let completed: Int
  let cancelled: Int
  let withoutDriver: Int
  let offers: Int
  let accepted: Int
  let declined: Int
  let secondsToAcceptance: Percentiles?
  let secondsToPickup: Percentiles?
  /// The share of the drivers' time with a ride.
  let utilization: Double
  let callsPerSecond: Double
  let errors: [String: Int]
  let violations: [String]

  /// - Parameters:
  ///   - driverSeconds: The time of all drivers together.
  ///   - realSeconds: How long the run took.
  init(
    _ counts: SimulationCounts, violations: [String], driverSeconds: Double, realSeconds: Double
  ) {
    requests = counts.requests
    completed = counts.completed
    cancelled = counts.cancelled
    withoutDriver = counts.withoutDriver
    offers = counts.offers
    accepted = counts.accepted
    declined = counts.declined
    secondsToAcceptance = Percentiles(counts.secondsToAcceptance)
    secondsToPickup = Percentiles(counts.secondsToPickup)
    utilization = driverSeconds > 0 ? counts.drivenSeconds / driverSeconds : 0
    callsPerSecond = realSeconds > 0 ? Double(counts.calls) / realSeconds : 0
    errors = counts.errors
    self.violations = violations
  }

  /// The report's lines for a terminal.
  var list: KeyValueList {
    let codes = errors.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    var entries: [(label: String, value: Styled)] = [
      ("Requests", Styled("\(requests)")), ("Completed", Styled("\(completed)")),
      ("Cancelled", Styled("\(cancelled)")), ("Without a driver", Styled("\(withoutDriver)")),
      ("Offers seen", Styled("\(offers)")), ("Accepted", Styled("\(accepted)")),
      ("Declined", Styled("\(declined)")),
      ("Request to acceptance", Styled(secondsToAcceptance?.text ?? "none")),
      ("Request to pick-up", Styled(secondsToPickup?.text ?? "none")),
      ("Utilization", Styled("\(Int((utilization * 100).rounded())) %")),
      ("API requests per second", Styled("\(Int(callsPerSecond.rounded()))")),
      ("Errors", Styled(codes.isEmpty ? "none" : codes.joined(separator: ", "))),
      ("Violations", Styled("\(violations.count)")),
    ]
    for violation in violations { entries.append(("Violation", Styled(violation, .error))) }
    return KeyValueList(entries)
  }
}
