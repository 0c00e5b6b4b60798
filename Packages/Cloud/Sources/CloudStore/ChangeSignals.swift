import Synchronization

/// Wakes the streams of this process at once, and those of others where the database reaches them.
package final class ChangeSignals: Sendable {
  package enum Signal: Sendable {
    /// Something has changed for these riders and rides.
    case keys([String])
    /// Something has changed for keys in these buckets, in another process.
    case buckets(Set<UInt8>)
    /// Signals may have been lost.
    case everything
  }

  /// The key of changes that rounds of dispatch are to see.
  package static let dispatch = "dispatch"

  private let listeners = Mutex<[Int: @Sendable (Signal) -> Void]>([:])
  private let lastNumber = Atomic(0)
  private let relay: (any ChangeRelay)?

  init(relay: (any ChangeRelay)?) { self.relay = relay }

  /// Tells of changes that are committed; other processes need not hear of those that are local.
  func post(_ keys: [String], isLocal: Bool = false) {
    guard !keys.isEmpty else { return }
    hear(.keys(keys))
    guard !isLocal else { return }
    relay?.post(Set(keys.map(Self.bucket)))
  }

  /// Wakes the rounds of dispatch in this process, as the server that made them may have died.
  package func wakeDispatch() { post([Self.dispatch], isLocal: true) }

  /// Listens until the number is removed; only to changes of this process when that is enough.
  package func listen(isLocal: Bool = false, _ listener: @escaping @Sendable (Signal) -> Void)
    -> Int
  {
    let number = lastNumber.add(1, ordering: .relaxed).newValue
    listeners.withLock { $0[number] = listener }
    if !isLocal { relay?.listen { [weak self] signal in self?.hear(signal) } }
    return number
  }

  package func remove(_ number: Int) { listeners.withLock { $0[number] = nil } }

  private func hear(_ signal: Signal) {
    for listener in listeners.withLock({ Array($0.values) }) { listener(signal) }
  }

  /// Returns the bucket of a key, the same in every process: the FNV-1a hash, folded to 8 bits.
  /// Source: G. Fowler, L. Noll, K. Vo, "FNV Hash".
  package static func bucket(_ key: String) -> UInt8 {
    let hash = key.utf8.reduce(2_166_136_261 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return UInt8(truncatingIfNeeded: hash ^ hash >> 8 ^ hash >> 16 ^ hash >> 24)
  }
}

/// Carries signals between the processes that share a database.
package protocol ChangeRelay: Sendable {
  /// Tells the other processes of changes in these buckets; may lose them.
  func post(_ buckets: Set<UInt8>)
  /// Begins to receive the signals of other processes, once.
  func listen(_ receive: @escaping @Sendable (ChangeSignals.Signal) -> Void)
}
