import Terminal

/// The mean time to the pick-up over the hours of one matcher.
struct HoursOfMatcher: Encodable {
  let matcher: String
  let hours: Int
  let secondsToPickup: Double
}

/// Measured times, in seconds.
struct MeasuredTimes: Encodable {
  var seconds: [Double] = []

  /// Returns the nearest rank: the least value that such a share of the values does not exceed.
  func percentile(_ percent: Int) -> Double? {
    seconds.isEmpty ? nil : seconds.sorted()[max(0, (seconds.count * percent + 99) / 100 - 1)]
  }

  /// The median and the slow end, with two decimals below ten seconds.
  var text: String {
    func text(_ percent: Int) -> String {
      guard let value = percentile(percent) else { return "none" }
      guard value < 10 else { return "\(Int(value.rounded())) s" }
      let hundredths = Int((max(0, value) * 100).rounded())
      return "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10) s"
    }
    return seconds.isEmpty ? "none" : "\(text(50)), 95 %: \(text(95)), 99 %: \(text(99))"
  }

  func encode(to encoder: any Encoder) throws {
    try ["median": percentile(50), "percentile95": percentile(95), "percentile99": percentile(99)]
      .encode(to: encoder)
  }
}

/// The result of a run; times of rides are of the simulation, the rate of requests is real.
struct SimulationReport: Encodable {
  var requests = 0
  var completed = 0
  var cancelled = 0
  var withoutDriver = 0
  var offers = 0
  var accepted = 0
  var declined = 0
  var secondsToFirstOffer = MeasuredTimes()
  var secondsToAcceptance = MeasuredTimes()
  var secondsToPickup = MeasuredTimes()
  /// Empty before the first hour is measured, which is half an hour after its end.
  var hoursOfMatchers: [HoursOfMatcher] = []
  /// The share of the drivers' time with a ride.
  var utilization = 0.0
  var callsPerSecond = 0.0
  /// The errors of calls by their codes.
  var errors: [String: Int] = [:]
  var violations: [String] = []
  /// What hostile actors have met; `nil` without them.
  var attacks: [String]?
  /// Why it is not known how all rides have ended, or how the matchers compare.
  var uncheckedReason: String?

  /// The report's lines for a terminal.
  var list: KeyValueList {
    let codes = errors.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    var entries: [(label: String, value: Styled)] = [
      ("Requests", "\(requests)"), ("Completed", "\(completed)"), ("Cancelled", "\(cancelled)"),
      ("Without a driver", "\(withoutDriver)"), ("Offers seen", "\(offers)"),
      ("Accepted", "\(accepted)"), ("Declined", "\(declined)"),
      ("Request to first offer", "\(secondsToFirstOffer.text)"),
      ("Request to acceptance", "\(secondsToAcceptance.text)"),
      ("Request to pick-up", "\(secondsToPickup.text)"),
      ("Utilization", "\(Int((utilization * 100).rounded())) %"),
      ("API requests per second", "\(Int(callsPerSecond.rounded()))"),
      ("Errors", Styled(codes.isEmpty ? "none" : codes.joined(separator: ", "))),
      ("Violations", "\(violations.count)"),
    ]
    if let attacks { entries.append(("Attacks met", Styled(attacks.joined(separator: ", ")))) }
    for matched in hoursOfMatchers {
      let seconds = Int(matched.secondsToPickup.rounded())
      entries.append(
        ("Pick-up, \(matched.matcher)", "\(seconds) s, the mean of \(matched.hours) hours"))
    }
    for violation in violations { entries.append(("Violation", Styled(violation, .error))) }
    if let uncheckedReason { entries.append(("Not checked", Styled(uncheckedReason, .error))) }
    return KeyValueList(entries)
  }
}
