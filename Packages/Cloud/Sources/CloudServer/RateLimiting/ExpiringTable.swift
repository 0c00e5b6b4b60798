import FoundationEssentials

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
