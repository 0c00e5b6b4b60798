import Basics

/// A 128-bit FNV-1a hash of bytes; names cache entries and compares contents.
///
/// Not for secrets: it is fast and without dependencies, but not cryptographic.
/// Source: G. Fowler, L. C. Noll, K.-P. Vo, D. Eastlake, "The FNV Non-Cryptographic Hash
/// Algorithm", the 128-bit parameters.
package struct ContentHash: Hashable, Sendable {
  private var state: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
  private static let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013b

  /// - Parameter texts: What is added first.
  package init(_ texts: String...) {
    for text in texts { combine(text) }
  }

  package mutating func combine(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { state = (state ^ UInt128(byte)) &* Self.prime }
  }

  /// Adds a text and a separator, so that "ab"+"c" and "a"+"bc" differ.
  package mutating func combine(_ text: String) {
    combine(text.utf8)
    combine(CollectionOfOne(0))
  }

  /// The hash as 32 hexadecimal digits.
  package var hexadecimal: String {
    withUnsafeBytes(of: state.bigEndian) { Hexadecimal.encode($0) }
  }
}
