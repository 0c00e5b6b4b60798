import Basics

/// The buckets of a `fractional`, to which bucketing values are assigned as by flagd 0.15 and 0.16.
struct WeightedBuckets: Sendable {
  /// A weight, and the sum of all weights, may be at most this.
  static let maximumWeight = 2_147_483_647

  private var variants: [JSON] = []
  private var runningSums: [Int] = []
  /// Whether the bucketing value is the flag's key and the targeting key.
  let usesTargetingKey: Bool

  /// Reads buckets, each `[variant]` or `[variant, weight]`; `nil` when one is malformed, or the
  /// weights are too large or all zero.
  init?(_ buckets: some Sequence<JSON>, usesTargetingKey: Bool = false) {
    self.usesTargetingKey = usesTargetingKey
    var sum = 0
    for bucket in buckets {
      guard let elements = bucket.elements, (1...2).contains(elements.count),
        elements[0].elements == nil, elements[0].object == nil,
        let weight = elements.count == 2 ? Self.weight(elements[1]) : 1
      else { return nil }
      sum += weight
      guard sum <= Self.maximumWeight else { return nil }
      variants.append(elements[0])
      runningSums.append(sum)
    }
    guard sum > 0 else { return nil }
  }

  private static func weight(_ json: JSON) -> Int? {
    guard let number = json.double, number == number.rounded(.towardZero),
      number <= Double(maximumWeight)
    else { return nil }
    return Int(max(0, number))
  }

  /// The variant for a bucketing value.
  func variant(for value: String) -> JSON {
    let total = runningSums[runningSums.count - 1]  // Never empty: the sum is positive.
    let hash = value.withCodeUnits(MurmurHash3.hash)
    // Equally likely to be any number in 0..<total.
    let position = Int((UInt64(hash) * UInt64(total)) >> 32)
    var low = 0
    var high = runningSums.count - 1
    while low < high {  // The first bucket whose running sum is greater than the position.
      let middle = (low + high) / 2
      if runningSums[middle] > position { high = middle } else { low = middle + 1 }
    }
    return variants[low]
  }
}

/// MurmurHash3 x86 32-bit, seed 0.
///
/// Source: Austin Appleby, SMHasher, `MurmurHash3_x86_32` (public domain).
enum MurmurHash3 {
  static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var hash: UInt32 = 0
    let tail = bytes.count & ~3
    for start in stride(from: 0, to: tail, by: 4) {
      hash ^= scrambled(word(bytes, from: start, count: 4))
      hash = rotated(hash, by: 13) &* 5 &+ 0xE654_6B64
    }
    hash ^= scrambled(word(bytes, from: tail, count: bytes.count - tail))
    return finished(hash ^ UInt32(truncatingIfNeeded: bytes.count))
  }

  private static func word(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, count: Int
  ) -> UInt32 {
    var word: UInt32 = 0
    for offset in 0..<count { word |= UInt32(bytes[start + offset]) << UInt32(8 * offset) }
    return word
  }

  private static func scrambled(_ word: UInt32) -> UInt32 {
    rotated(word &* 0xCC9E_2D51, by: 15) &* 0x1B87_3593
  }

  private static func rotated(_ value: UInt32, by bits: UInt32) -> UInt32 {
    value << bits | value >> (32 - bits)
  }

  private static func finished(_ value: UInt32) -> UInt32 {
    var hash = value
    hash ^= hash >> 16
    hash = hash &* 0x85EB_CA6B
    hash ^= hash >> 13
    hash = hash &* 0xC2B2_AE35
    return hash ^ hash >> 16
  }
}
