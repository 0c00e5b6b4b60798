import Basics

/// A link taken apart: `koober://ride/42?from=push` has the segments `ride` and `42`.
///
/// The first segment is what a web address calls the host; the query says nothing. Every text is
/// percent-decoded. It is cut between bytes, because a combining accent would hide the separator it
/// follows.
struct Link {
  /// Long enough for every address that browsers and chats pass on.
  static let longestInBytes = 2_048

  let scheme: String
  let segments: [String]

  /// Parses a link; accepts one trailing slash.
  init(_ text: String) throws(LinkSyntaxError) {
    let bytes = text[...].utf8
    guard bytes.count <= Self.longestInBytes else {
      throw LinkSyntaxError("it is longer than \(Self.longestInBytes) bytes")
    }
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      bytes[colon...].starts(with: "://".utf8)
    else { throw LinkSyntaxError("it has no scheme, such as 'koober://'") }
    scheme = try Self.scheme(bytes[..<colon])
    let rest = bytes[colon...].dropFirst(3)
    guard !rest.contains(UInt8(ascii: "#")) else {
      throw LinkSyntaxError("it has a fragment ('#')")
    }
    let path = rest.prefix { $0 != UInt8(ascii: "?") }
    segments = try Self.segments(path)
    _ = try percentDecoded(rest[path.endIndex...])
  }

  /// Returns the scheme in lower case. It is a letter, then letters, digits, `+`, `-` or `.`.
  private static func scheme(_ bytes: Substring.UTF8View) throws(LinkSyntaxError) -> String {
    let scheme = Substring(bytes).lowercased()
    guard let first = scheme.first, "a"..."z" ~= first,
      scheme.utf8.allSatisfy({ schemeCharacters.contains($0) })
    else { throw LinkSyntaxError("its scheme is not letters and digits") }
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
}

/// Returns a part of a link as text; refuses control characters, spaces and broken UTF-8.
private func percentDecoded(_ encoded: Substring.UTF8View) throws(LinkSyntaxError) -> String {
  guard !encoded.contains(UInt8(ascii: " ")) else {
    throw LinkSyntaxError("it has a space; write it as %20")
  }
  let decoded: String
  do throws(PercentCoding.DecodingError) {
    decoded = try PercentCoding.decode(encoded)
  } catch {
    throw LinkSyntaxError(
      error == .notUTF8
        ? "its percent-encoded bytes are not UTF-8"
        : "a '%' is not followed by two hexadecimal digits")
  }
  guard !decoded.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
  else { throw LinkSyntaxError("it has a control character") }
  return decoded
}

/// The rule that a link or the text of a pattern breaks.
struct LinkSyntaxError: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
