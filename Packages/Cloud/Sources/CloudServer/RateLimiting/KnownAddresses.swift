import Core
import FoundationEssentials
import Synchronization

/// The addresses that have signed in to each account recently.
///
/// They are kept in memory, for 30 days and for the newest 100 000 pairs of address and account.
final class KnownAddresses: Sendable {
  private static let lifetime = 30.0 * 24 * 3600
  private static let largestCount = 100_000

  private let clock: any WallClock
  private let signIns = Mutex<[String: Date]>([:])

  init(clock: any WallClock) {
    self.clock = clock
  }

  func contains(_ address: String, of email: String) -> Bool {
    guard let last = signIns.withLock({ $0["\(address) \(email)"] }) else { return false }
    return last + Self.lifetime > clock.now
  }

  func insert(_ address: String, of email: String) {
    let now = clock.now
    signIns.withLock { signIns in
      if signIns.count >= Self.largestCount {
        let newest = signIns.filter { $0.value + Self.lifetime > now }
          .sorted { $0.value > $1.value }.prefix(Self.largestCount / 2)
        signIns = Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0.value) })
      }
      signIns["\(address) \(email)"] = now
    }
  }
}
