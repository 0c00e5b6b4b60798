import Core
import FoundationEssentials
import Synchronization

/// A token bucket per client: full at first, refilled at a steady rate; each request takes a token.
///
/// Clients are kept as hashes whose seed no client knows, 100 000 at the most: those who have the
/// most tokens have the least to gain, and are forgotten first.
///
/// Source: "Token bucket", ITU-T I.371, annex A, as the generic cell rate algorithm: only the time
/// at which the bucket will be full again is kept.
final class TokenBuckets: Sendable {
  private let burst: Int
  /// The time in which a token is refilled, in seconds.
  private let interval: Double
  private let clock: any WallClock
  /// Entries end when their buckets are full.
  private let state = Mutex(ExpiringTable<Void>())

  init(limit: RateLimit, clock: any WallClock) {
    (burst, interval, self.clock) = (limit.burst, 60 / Double(limit.perMinute), clock)
  }

  /// Buckets of one token, which is refilled in some days.
  init(days: Int, clock: any WallClock) {
    (burst, interval, self.clock) = (1, Double(days) * 24 * 3600, clock)
  }

  /// The number of clients whose bucket is not full.
  var clientCount: Int { state.withLock { $0.count } }

  /// The seconds after which a client's bucket has a token again; `nil` when it has one.
  func wait(_ client: some Hashable) -> Int? {
    let now = clock.steadyNow
    let fullAt = state.withLock { $0[client.hashValue]?.end } ?? now
    return seconds(until: max(now, fullAt) + interval, at: now)
  }

  /// Covers rounding with a thousandth of a second.
  private func seconds(until fullAt: Date, at now: Date) -> Int? {
    let wait = fullAt.timeIntervalSince(now) - interval * Double(burst)
    return wait <= 0.001 ? nil : Int(wait.rounded(.up))
  }

  /// Whether a client has used up half of its tokens or more.
  func isHalfUsed(_ client: some Hashable) -> Bool {
    let now = clock.steadyNow
    let fullAt = state.withLock { $0[client.hashValue]?.end } ?? now
    return fullAt.timeIntervalSince(now) / interval > Double(burst - 1) / 2
  }

  /// Takes a token from a client's bucket, or returns the seconds after which to try again.
  func take(_ client: some Hashable) -> Int? {
    let now = clock.steadyNow
    return state.withLock { state in
      let fullAt = max(now, state[client.hashValue]?.end ?? now) + interval
      if let wait = seconds(until: fullAt, at: now) { return wait }
      state.set(client.hashValue, to: (), until: fullAt, at: now)
      return nil
    }
  }

  /// Gives a client all tokens back.
  func refill(_ client: some Hashable) { state.withLock { $0.remove(client.hashValue) } }

  /// Takes all tokens from a client's bucket.
  func empty(_ client: some Hashable) {
    let now = clock.steadyNow
    state.withLock {
      $0.set(client.hashValue, to: (), until: now + interval * Double(burst), at: now)
    }
  }
}

/// Values that end, 100 000 at the most; those that end first are forgotten when there are too many.
struct ExpiringTable<Value> {
  /// How often values that have ended are removed, in seconds.
  private static var cleaningInterval: Double { 10 }
  private static var largestCount: Int { 100_000 }

  private var entries: [Int: (value: Value, end: Date)] = [:]
  private var nextCleaning = Date.distantPast

  var count: Int { entries.count }
  /// The value of a key, which may have ended lately.
  subscript(key: Int) -> (value: Value, end: Date)? { entries[key] }

  mutating func set(_ key: Int, to value: Value, until end: Date, at now: Date) {
    if now >= nextCleaning {
      entries = entries.filter { $0.value.end > now }
      nextCleaning = now + Self.cleaningInterval
    }
    if entries.count >= Self.largestCount {
      let kept = entries.sorted { $0.value.end > $1.value.end }.prefix(Self.largestCount / 2)
      entries = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
    }
    entries[key] = (value, end)
  }

  mutating func remove(_ key: Int) { entries[key] = nil }
}

/// The networks that have guessed at accounts, until a day has passed without a further one.
///
/// Each account has room for its own, so guessing at other accounts makes none forgotten. An account
/// without room takes every other network for one that has guessed.
struct GuessTable {
  private static var mostNetworks: Int { 10_000 }
  private static var lifetime: Double { 24 * 3600 }

  private var accounts = ExpiringTable<Set<Int>>()

  /// Adds a network; returns whether it is new and had room.
  mutating func insert(_ network: Int, at account: Int, now: Date) -> Bool {
    var networks: Set<Int> = []
    if let known = accounts[account], known.end > now { networks = known.value }
    guard networks.count < Self.mostNetworks, networks.insert(network).inserted
    else { return false }
    accounts.set(account, to: networks, until: now + Self.lifetime, at: now)
    return true
  }

  mutating func remove(_ network: Int, at account: Int) {
    guard var known = accounts[account] else { return }
    known.value.remove(network)
    accounts.set(account, to: known.value, until: known.end, at: .distantPast)
  }
}
