/// A link taken apart: `koober://ride/42?from=push` has the segments `ride` and `42`.
///
/// The first segment is what a web address calls the host. Every text is percent-decoded. It is
/// cut between bytes, because a combining accent would hide the separator it follows.
struct Link {
  /// Long enough for every address that browsers and chats pass on.
  static let longestInBytes = 2_048

  let scheme: String
  let segments: [String]
  let query: [(name: String, value: String)]

  /// Parses a link; accepts one trailing slash.
  init(_ text: String) throws(LinkSyntaxError) {
    let bytes = text[...].utf8
    guard bytes.count <= Self.longestInBytes else {
      throw LinkSyntaxError("it is longer than \(Self.longestInBytes) bytes")
    }
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      bytes[colon...].starts(with: "://".utf8)
    else {
      throw LinkSyntaxError("it has no scheme, such as 'koober://'")
    }
    scheme = try Self.scheme(bytes[..<colon])
    let rest = bytes[colon...].dropFirst(3)
    guard !rest.contains(UInt8(ascii: "#")) else {
      throw LinkSyntaxError("it has a fragment ('#')")
    }
    let (path, query) = halves(of: rest, at: "?")
    segments = try Self.segments(path)
    self.query = try Self.query(query)
  }

  /// Returns the scheme in lower case. It is a letter, then letters, digits, `+`, `-` or `.`.
  private static func scheme(_ bytes: Substring.UTF8View) throws(LinkSyntaxError) -> String {
    let scheme = Substring(bytes).lowercased()
    guard let first = scheme.first, "a"..."z" ~= first,
      scheme.utf8.allSatisfy({ schemeCharacters.contains($0) })
    else {
      throw LinkSyntaxError("its scheme is not letters and digits")
    }
    return scheme
  }

  private static let schemeCharacters = Array("abcdefghijklmnopqrstuvwxyz0123456789+-.".utf8)

  private static func segments(_ bytes: Substring.UTF8View) throws(LinkSyntaxError) -> [String] {
    let slash = UInt8(ascii: "/")
    let path = bytes.last == slash ? bytes.dropLast() : bytes
    var segments: [String] = []
    for segment in path.split(separator: slash, omittingEmptySubsequences: false) {
      guard !segment.isEmpty else { throw LinkSyntaxError("it has an empty segment") }
      segments.append(try percentDecoded(segment))
    }
    return segments
  }

  private static func query(
    _ bytes: Substring.UTF8View
  ) throws(LinkSyntaxError) -> [(name: String, value: String)] {
    var query: [(name: String, value: String)] = []
    for item in bytes.split(separator: UInt8(ascii: "&")) {
      let (name, value) = halves(of: item, at: "=")
      query.append((try percentDecoded(name), try percentDecoded(value)))
    }
    return query
  }
}

/// Splits at the first separator; the second half is empty when there is none.
private func halves(
  of bytes: Substring.UTF8View,
  at separator: Unicode.Scalar
) -> (Substring.UTF8View, Substring.UTF8View) {
  guard let cut = bytes.firstIndex(of: UInt8(ascii: separator)) else {
    return (bytes, bytes[bytes.endIndex...])
  }
  return (bytes[..<cut], bytes[bytes.index(after: cut)...])
}

/// The rule that a link or the text of a pattern breaks.
struct LinkSyntaxError: Error {
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}
