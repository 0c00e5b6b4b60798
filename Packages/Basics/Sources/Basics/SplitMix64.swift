/// A seeded generator of random numbers, the same on every machine and in every version.
///
/// Source: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number
/// Generators", OOPSLA 2014.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  /// Creates a generator from the parts of a seed.
  public init(_ seed: UInt64...) {
    state = 0
    for part in seed {
      state ^= part
      state = next()
    }
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to, not including, 1, of 53 random bits.
  public mutating func nextPart() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number from 0 up to, not including, the limit, which is at least 1.
  public mutating func next(below limit: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(limit)).high)
  }
}
