import Core
import FoundationEssentials
import Synchronization

/// A token bucket per client: full at first, refilled at a steady rate; each request takes a token.
///
/// Source: "Token bucket", ITU-T I.371, annex A, as the generic cell rate algorithm: only the time
/// at which the bucket will be full again is kept.
final class TokenBuckets: Sendable {
  private struct State {
    var fullAt: [String: Date] = [:]
    var nextCleaning = Date.distantPast
  }

  /// How often full buckets are removed, in seconds.
  private static let cleaningInterval = 10.0

  private let rate: RateLimitPolicy.Rate
  private let clock: any WallClock
  private let state = Mutex(State())

  init(rate: RateLimitPolicy.Rate, clock: any WallClock) {
    self.rate = rate
    self.clock = clock
  }

  /// The number of clients whose bucket is not full.
  var clientCount: Int { state.withLock { $0.fullAt.count } }

  /// The seconds after which a client's bucket has a token again; `nil` when it has one.
  func wait(_ client: String) -> Int? {
    let now = clock.now
    let fullAt = state.withLock { $0.fullAt[client] } ?? now
    return seconds(until: max(now, fullAt) + interval, at: now)
  }

  private var interval: Double { 60 / Double(rate.perMinute) }

  /// Covers rounding with a thousandth of a second.
  private func seconds(until fullAt: Date, at now: Date) -> Int? {
    let wait = fullAt.timeIntervalSince(now) - interval * Double(rate.burst)
    return wait <= 0.001 ? nil : Int(wait.rounded(.up))
  }

  /// Takes a token from a client's bucket.
  ///
  /// - Returns: `nil`, or, when the bucket is empty, the seconds after which to try again.
  func take(_ client: String) -> Int? {
    let now = clock.now
    return state.withLock { state in
      if now >= state.nextCleaning {
        state.fullAt = state.fullAt.filter { $0.value > now }
        state.nextCleaning = now + Self.cleaningInterval
      }
      let fullAt = max(now, state.fullAt[client] ?? now) + interval
      if let wait = seconds(until: fullAt, at: now) { return wait }
      state.fullAt[client] = fullAt
      return nil
    }
  }
}
