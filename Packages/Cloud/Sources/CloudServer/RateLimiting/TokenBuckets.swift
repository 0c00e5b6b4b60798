import Core
import FoundationEssentials
import Synchronization

/// A token bucket per client: full at first, refilled at a steady rate; each request takes a token.
///
/// Clients are kept as hashes whose seed no client knows, 100 000 at the most.
///
/// Source: "Token bucket", ITU-T I.371, annex A, as the generic cell rate algorithm: only the time
/// at which the bucket will be full again is kept.
final class TokenBuckets: Sendable {
  private struct State {
    var fullAt: [Int: Date] = [:]
    var nextCleaning = Date.distantPast

    mutating func set(_ client: Int, to time: Date, at now: Date) {
      if now >= nextCleaning {
        fullAt = fullAt.filter { $0.value > now }
        nextCleaning = now + TokenBuckets.cleaningInterval
      }
      if fullAt.count >= TokenBuckets.largestCount {
        // Those who have the most tokens have the least to gain.
        let kept = fullAt.sorted { $0.value > $1.value }.prefix(TokenBuckets.largestCount / 2)
        fullAt = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
      }
      fullAt[client] = time
    }
  }

  /// How often full buckets are removed, in seconds.
  private static let cleaningInterval = 10.0
  private static let largestCount = 100_000

  private let burst: Int
  /// The time in which a token is refilled, in seconds.
  private let interval: Double
  private let clock: any WallClock
  private let state = Mutex(State())

  init(limit: RateLimit, clock: any WallClock) {
    (burst, interval) = (limit.burst, 60 / Double(limit.perMinute))
    self.clock = clock
  }

  /// Buckets of one token, which is refilled in some days.
  init(days: Int, clock: any WallClock) {
    (burst, interval) = (1, Double(days) * 24 * 3600)
    self.clock = clock
  }

  /// The number of clients whose bucket is not full.
  var clientCount: Int { state.withLock { $0.fullAt.count } }

  /// The seconds after which a client's bucket has a token again; `nil` when it has one.
  func wait(_ client: some Hashable) -> Int? {
    let now = clock.now
    let fullAt = state.withLock { $0.fullAt[client.hashValue] } ?? now
    return seconds(until: max(now, fullAt) + interval, at: now)
  }

  /// Covers rounding with a thousandth of a second.
  private func seconds(until fullAt: Date, at now: Date) -> Int? {
    let wait = fullAt.timeIntervalSince(now) - interval * Double(burst)
    return wait <= 0.001 ? nil : Int(wait.rounded(.up))
  }

  /// Takes a token from a client's bucket.
  ///
  /// - Returns: `nil`, or, when the bucket is empty, the seconds after which to try again.
  func take(_ client: some Hashable) -> Int? {
    let now = clock.now
    return state.withLock { state in
      let fullAt = max(now, state.fullAt[client.hashValue] ?? now) + interval
      if let wait = seconds(until: fullAt, at: now) { return wait }
      state.set(client.hashValue, to: fullAt, at: now)
      return nil
    }
  }

  /// Takes all tokens from a client's bucket.
  func empty(_ client: some Hashable) {
    let now = clock.now
    state.withLock { $0.set(client.hashValue, to: now + interval * Double(burst), at: now) }
  }
}
