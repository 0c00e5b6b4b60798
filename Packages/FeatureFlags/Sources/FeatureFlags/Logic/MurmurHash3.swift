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
