import Basics
public import Core
import Synchronization

/// Bytes that are the same in each run and differ from call to call.
public final class SeededRandomBytes: RandomBytes {
  private let state: Mutex<SplitMix64>

  /// Creates a source; two sources with one seed give the same bytes.
  public init(seed: UInt64 = 1) {
    state = Mutex(SplitMix64(seed: seed))
  }

  public func bytes(count: Int) -> [UInt8] {
    state.withLock { state in
      (0..<count).map { _ in UInt8(truncatingIfNeeded: state.next()) }
    }
  }
}
