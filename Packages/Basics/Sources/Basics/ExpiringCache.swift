public import FoundationEssentials

/// Values that are kept for a time, up to a number.
public struct ExpiringCache<Key: Hashable, Value> {
  private let capacity: Int
  private let lifetime: TimeInterval
  private var entries: [Key: (value: Value, since: Date)] = [:]
  /// The keys of the entries, oldest first.
  private var order: [Key] = []

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - capacity: The most values; a further one takes the place of the older half.
  ///   - lifetime: How long each is kept, in seconds.
  public init(capacity: Int, lifetime: TimeInterval) {
    (self.capacity, self.lifetime) = (capacity, lifetime)
  }

  /// The value of a key, unless its time is over.
  public func value(for key: Key, at now: Date) -> Value? {
    entries[key].flatMap { now.timeIntervalSince($0.since) < lifetime ? $0.value : nil }
  }

  public mutating func insert(_ value: Value, for key: Key, at now: Date) {
    if entries.updateValue((value, now), forKey: key) != nil { order.removeAll { $0 == key } }
    order.append(key)
    guard order.count > capacity else { return }
    // Half of them at once, as taking one off the front moves all others.
    for key in order.prefix((capacity + 1) / 2) { entries[key] = nil }
    order.removeFirst((capacity + 1) / 2)
  }

  public mutating func removeAll() { (entries, order) = ([:], []) }
}

extension ExpiringCache: Sendable where Key: Sendable, Value: Sendable {}
