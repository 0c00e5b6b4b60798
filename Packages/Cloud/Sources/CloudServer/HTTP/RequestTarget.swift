import Basics

/// The path and the query of a request, decoded.
///
/// Source: RFC 3986, sections 2.1, 3.3 and 3.4; a plus sign in the query is a blank, as in forms.
struct RequestTarget: Equatable {
  let path: [String]
  let query: [String: String]

  private static let parameterLimit = HTTPLimits().queryParameters

  /// Reads a target in origin form; `nil` when it does not begin with a slash, when an escape or its
  /// text is invalid, when the path has a NUL, or when the query has a name twice or more than the
  /// limit of parameters. Slashes are not folded: `/a//b/` has the segments `a`, ``, `b` and ``.
  init?(_ text: String) {
    let bytes = text.utf8
    guard bytes.first == UInt8(ascii: "/") else { return nil }
    let question = bytes.firstIndex(of: UInt8(ascii: "?"))
    let segments = bytes[..<(question ?? bytes.endIndex)].dropFirst()
      .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    var path: [String] = []
    for segment in segments {
      guard let decoded = Self.decode(segment, plusIsBlank: false), !decoded.utf8.contains(0)
      else { return nil }
      path.append(decoded)
    }
    if path == [""] { path = [] }
    var query: [String: String] = [:]
    let pairs = question.map { bytes[bytes.index(after: $0)...] } ?? ""[...].utf8
    for pair in pairs.split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decode(parts[0], plusIsBlank: true),
        let value = Self.decode(
          parts.count > 1 ? parts[1] : parts[0][...].suffix(0), plusIsBlank: true),
        query.updateValue(value, forKey: name) == nil, query.count <= Self.parameterLimit
      else { return nil }
    }
    self.path = path
    self.query = query
  }

  private static func decode(_ text: Substring.UTF8View, plusIsBlank: Bool) -> String? {
    let isPlain = text.allSatisfy {
      $0 != UInt8(ascii: "%") && !(plusIsBlank && $0 == UInt8(ascii: "+"))
    }
    return isPlain ? String(text) : try? PercentCoding.decode(text, plusIsSpace: plusIsBlank)
  }
}
