public import Core
import Synchronization

/// Bytes that are the same in each run and differ from call to call.
public final class SeededRandomBytes: RandomBytes {
  private let state: Mutex<UInt64>

  /// Creates a source; two sources with one seed give the same bytes.
  public init(seed: UInt64 = 1) {
    state = Mutex(seed)
  }

  public func bytes(count: Int) -> [UInt8] {
    state.withLock { state in
      (0..<count).map { _ in
        // SplitMix64. Source: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number
        // Generators", OOPSLA 2014.
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return UInt8(truncatingIfNeeded: mixed ^ (mixed >> 31))
      }
    }
  }
}
