import Glibc

/// A text that is compared and hashed by its UTF-8 code units.
///
/// `String` compares by canonical equivalence: "é" as one scalar equals "e" followed by U+0301.
/// JSON member names, flag keys and variant names are different when their code units differ.
public struct CodeUnits: Hashable, Sendable {
  public let text: String

  public init(_ text: String) { self.text = text }

  public static func == (left: CodeUnits, right: CodeUnits) -> Bool {
    left.text.hasSameCodeUnits(as: right.text)
  }

  public func hash(into hasher: inout Hasher) {
    text.withCodeUnits { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension String {
  /// Calls `body` with the UTF-8 code units, without copying a native string.
  @inlinable @inline(__always)
  public func withCodeUnits<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    return Array(utf8).withUnsafeBufferPointer(body)
  }

  /// Whether both texts have the same UTF-8 code units.
  public func hasSameCodeUnits(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    return withCodeUnits { own in
      other.withCodeUnits { theirs in
        guard let first = own.baseAddress, let second = theirs.baseAddress else { return true }
        return memcmp(first, second, own.count) == 0
      }
    }
  }

  /// Whether the text's UTF-8 code units come before those of `other`.
  public func precedesByCodeUnits(_ other: String) -> Bool {
    withCodeUnits { own in other.withCodeUnits { own.lexicographicallyPrecedes($0) } }
  }

  /// The first eight UTF-8 code units as one number, so that texts whose numbers differ are
  /// ordered as their numbers are; shorter texts are filled up with zeros.
  var leadingCodeUnits: UInt64 { withCodeUnits { $0.leadingCodeUnits } }
}

extension UnsafeBufferPointer<UInt8> {
  /// The first eight bytes as one number, the first in the highest place.
  @inline(__always)
  var leadingCodeUnits: UInt64 {
    if count >= 8 {
      return UInt64(bigEndian: UnsafeRawBufferPointer(self).loadUnaligned(as: UInt64.self))
    }
    var leading: UInt64 = 0
    for index in 0..<count { leading |= UInt64(self[index]) << UInt64(56 - 8 * index) }
    return leading
  }
}
