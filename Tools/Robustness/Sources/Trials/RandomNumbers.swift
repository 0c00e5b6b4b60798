/// Random numbers that depend on their seed alone.
///
/// Source: Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators" (2014), SplitMix64.
package struct RandomNumbers: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  /// The numbers of one of many independent trials of a seed.
  package init(seed: UInt64, of name: String) {
    self.init(seed: seed)
    for byte in name.utf8 { self.init(seed: next() ^ UInt64(byte)) }
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
