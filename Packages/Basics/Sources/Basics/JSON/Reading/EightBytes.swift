/// Finds bytes that matter among eight at once.
///
/// Source: H. S. Warren, "Hacker's Delight", second edition, section 6-1, "Find First 0-Byte".
struct EightBytes {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  private let bytes: UInt64

  /// Takes the eight bytes that begin at an index.
  @inline(__always)
  init(_ buffer: UnsafeBufferPointer<UInt8>, at index: Int) {
    bytes = UInt64(
      littleEndian: UnsafeRawBufferPointer(buffer).loadUnaligned(
        fromByteOffset: index, as: UInt64.self))
  }

  /// The high bits of the bytes that are equal to one byte, and perhaps of others behind the first.
  @inline(__always)
  private func equal(to byte: UInt8) -> UInt64 {
    let difference = bytes ^ (Self.ones &* UInt64(byte))
    return (difference &- Self.ones) & ~difference & Self.highBits
  }

  /// The high bits of the bytes below a space, and perhaps of others behind the first.
  @inline(__always)
  private var controls: UInt64 { (bytes &- Self.ones &* 0x20) & ~bytes & Self.highBits }

  /// How many bytes of a text stand before a quote, a backslash or a control character.
  @inline(__always)
  var plainCount: Int {
    let ends =
      equal(to: UInt8(ascii: "\"")) | equal(to: UInt8(ascii: "\\")) | controls
    return ends.trailingZeroBitCount >> 3
  }

  /// Whether one of the first bytes is not ASCII.
  @inline(__always)
  func hasHighBit(inFirst count: Int) -> Bool {
    let mask = count == 8 ? UInt64.max : (1 << UInt64(count * 8)) &- 1
    return bytes & Self.highBits & mask != 0
  }

  /// Whether no byte is a quote, a backslash, a control character or part of one, or not ASCII.
  @inline(__always)
  var isPlainASCII: Bool {
    bytes & Self.highBits | equal(to: UInt8(ascii: "\"")) | equal(to: UInt8(ascii: "\\"))
      | equal(to: 0x7F) | controls == 0
  }
}
