import Core

/// Whether and when a failed attempt is made again.
///
/// The waits double and are spread by chance between nothing and their whole length, so that many
/// clients do not come back together.
/// Source: M. Brooker, "Exponential Backoff and Jitter", AWS Architecture Blog (2015).
struct RetryPolicy: Sendable {
  /// The longest wait after the first attempt.
  private static let firstDelay = Duration.milliseconds(100)
  /// The longest wait, in seconds; a response that demands more is not retried.
  private static let longestDelay = 2
  /// How long after its beginning a request is sent again, in seconds, so that attempts which have waited
  /// in vain do not add up.
  private static let longestTime = 10.0

  /// How often a request is sent, at most.
  let attempts: Int

  /// Returns how long to wait before the next attempt, `nil` when there should be none.
  ///
  /// - Parameters:
  ///   - attempt: How many attempts came before this one.
  ///   - seconds: How long ago the first one began.
  func delay(
    after outcome: HTTPOutcome, attempt: Int, seconds: Double, request: CloudRequest,
    randomBytes: any RandomBytes
  ) -> Duration? {
    guard attempt + 1 < attempts, seconds < Self.longestTime, Self.isSafe(request),
      let least = leastDelay(after: outcome)
    else { return nil }
    let longest = min(.seconds(Self.longestDelay), Self.firstDelay * (1 << min(attempt, 16)))
    let random = randomBytes.bytes(count: 2).reduce(0) { $0 << 8 | Int($1) }
    return least + longest * random / 65_536
  }

  /// Only what has one effect however often it is sent. Source: RFC 9110, section 9.2.2.
  private static func isSafe(_ request: CloudRequest) -> Bool {
    request.method == .get || request.idempotencyKey != nil
  }

  /// The wait that the cloud demands; `nil` when another attempt would fail too.
  private func leastDelay(after outcome: HTTPOutcome) -> Duration? {
    switch outcome {
    case .unreachable(_, let isPermanent): return isPermanent ? nil : .zero
    case .unanswered: return .zero
    case .unintelligible: return nil
    case .reply(let reply):
      guard [502, 503, 504].contains(reply.status) else { return nil }
      let seconds = reply.headers["retry-after"].flatMap(Int.init) ?? 0
      return (0...Self.longestDelay).contains(seconds) ? .seconds(seconds) : nil
    }
  }
}
