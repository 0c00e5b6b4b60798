import Basics

/// A 128-bit FNV-1a hash, taken over words of eight bytes; names cache entries.
///
/// Not for secrets: it is fast and without dependencies, but not cryptographic.
/// Source: G. Fowler, L. C. Noll, K.-P. Vo, D. Eastlake, "The FNV Non-Cryptographic Hash
/// Algorithm", the 128-bit parameters.
struct ContentHash: Hashable, Sendable {
  private var state: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
  private static let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013b

  /// - Parameter texts: What is added first.
  init(_ texts: String...) {
    for text in texts { combine(text) }
  }

  mutating func combine(_ text: String) { combine(Array(text.utf8)) }

  mutating func combine(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: 8) {
        let word =
          start + 8 <= bytes.count
          ? bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)
          : bytes[start...].reduce(0) { $0 << 8 | UInt64($1) }
        state = (state ^ UInt128(word)) &* Self.prime
      }
    }
    // "ab" and "c" differ from "a" and "bc".
    state = (state ^ UInt128(bytes.count)) &* Self.prime
  }

  /// The hash as 32 hexadecimal digits.
  var hexadecimal: String { withUnsafeBytes(of: state.bigEndian) { Hexadecimal.encode($0) } }
}
