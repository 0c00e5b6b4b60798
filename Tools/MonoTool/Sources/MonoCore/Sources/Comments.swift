/// Detects files without code.
enum Comments {
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Whether anything but white space, a byte order mark and comments is in the source.
  static func isFollowedByCode(_ source: [UInt8]) -> Bool {
    var rest = source[...]
    while let first = rest.first {
      if first <= 0x20 || Self.byteOrderMark.contains(first) {
        rest = rest.dropFirst()
      } else if rest.starts(with: "//".utf8) {
        rest = rest.drop { $0 != UInt8(ascii: "\n") }
      } else if rest.starts(with: "/*".utf8) {
        rest = behindComment(rest)
      } else {
        return true
      }
    }
    return false
  }

  /// What follows a comment that begins with `/*`; others can be inside it.
  private static func behindComment(_ source: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = source
    var depth = 0
    while !rest.isEmpty {
      if rest.starts(with: "/*".utf8) {
        depth += 1
        rest = rest.dropFirst(2)
      } else if rest.starts(with: "*/".utf8) {
        depth -= 1
        rest = rest.dropFirst(2)
        if depth == 0 { return rest }
      } else {
        rest = rest.dropFirst()
      }
    }
    return rest
  }
}
